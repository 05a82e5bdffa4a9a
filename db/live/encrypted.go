package live

import (
	"encoding/json"
	"errors"
	"time"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/engine"
)

// SealMove is a move as its row keeps it. A move of every game, which names no card, stays in plain.
func SealMove(key *keys.Match, move engine.Move) string {
	switch move.Verb {
	case engine.VerbNext, engine.VerbLeave, engine.VerbUndo, engine.VerbClose:
		return move.String()
	}
	return key.Text(keys.Move, move.String())
}

// OpenMove reads a move as its row keeps it.
func OpenMove(key *keys.Match, stored string) (engine.Move, error) {
	text, err := key.OpenText(keys.Move, stored)
	if err != nil {
		return engine.Move{}, err
	}
	return engine.ParseMove(text)
}

// openEvents reads what a move showed; nothing where nothing is stored.
func openEvents(key *keys.Match, stored []byte) (events []engine.Event, err error) {
	if stored == nil {
		return nil, nil
	}
	told, err := key.OpenJSON(keys.Events, stored)
	if err != nil {
		return nil, err
	}
	return events, json.Unmarshal(told, &events)
}

// A StoredEntry is a LogEntry as the rows of moves keep it.
type StoredEntry struct {
	Version int
	Seat    engine.Seat
	Events  json.RawMessage
	Time    time.Time
	Made    string
}

// OpenEntries reads what moves showed.
func OpenEntries(key *keys.Match, stored []StoredEntry) (log []LogEntry, err error) {
	for _, e := range stored {
		events, err := openEvents(key, e.Events)
		if err != nil {
			return nil, err
		}
		log = append(log, LogEntry{Version: e.Version, Seat: e.Seat, Events: events, Time: e.Time, Made: e.Made})
	}
	return log, nil
}

// SkipLost leaves out what nobody can read any more.
func SkipLost(err error) error {
	if errors.Is(err, base.ErrKeyLost) {
		return nil
	}
	return err
}
