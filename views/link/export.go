package link

// AsText asks for a record that a person can read.
const AsText = "text"

// RecordText is the record of a match that a person can read.
func RecordText(club string, match int64) string { return Record(club, match) + "?as=" + AsText }
