package club

import (
	"context"
	"time"

	"carteado/views/i18n"
	"carteado/views/part"
)

// HouseProps is the state of the program and its database.
type HouseProps struct {
	Version, Postgres string
	OneRole           bool  // the program works by the role that owns the tables
	Schema, Size      int64 // Size in bytes
	DiskAll, DiskFree int64 // of the database's disk, in bytes; 0 where it is not known
	Waiting           int
	Oldest            time.Time // since when the oldest job has waited
	Stuck             []StuckJob
	StuckAll          int
	Instances         []Instance
	Backup            *BackupNote  // the last good one
	Kept              []BackupNote // all that are kept, the newest first
	Failed            int          // tries since then
	Mails             bool         // there is a mail server
	Mail              MailState
	Retried           bool // a job was just sent on its way
	Owners            []part.Person
	Owner             string // name of one to be
	Address           string // of a letter that tries the mail server
	Taken             bool   // by the mail server
	Answer            string // its reason, or that of the way to it, where it was not
	Archived          []ArchivedClub
	Deleted           []DeletedClub
	Faults            part.Faults // owner, address
}

// ArchivedClub can only be read.
type ArchivedClub struct {
	Name, Slug string
	Since      time.Time
	Deletion   time.Time // zero: it is to stay
}

// DeletedClub was one of the house.
type DeletedClub struct {
	Name, Slug string
	At         time.Time
}

// MailState says whether letters arrive.
type MailState struct {
	Refused int       // addresses that have refused a letter of late
	Since   time.Time // the first of them
	Answer  string    // the last answer, as in "550 5.7.1"
	Lost    int       // confirmed addresses that were given up of late
}

// StuckJob was set aside after many tries.
type StuckJob struct {
	ID    int64
	Kind  string
	Tries int
	At    time.Time
}

// Instance is a program that serves the club.
type Instance struct {
	Name, Version string
	Since         time.Time
	Ahead         time.Duration // of the database's clock
}

// BackupNote is a backup of the program's own.
type BackupNote struct {
	Name    string // of the file; "" for an old one
	At      time.Time
	Size    int64
	Matches int
	Proved  bool
}

// A lamp is a state by colour and shape: good, warning or bad.
type lamp string

const (
	lampGood lamp = "lamp"
	lampWarn lamp = "lamp lamp--warn"
	lampBad  lamp = "lamp lamp--bad"
)

const (
	// By how much a program's clock may differ from the database's. It decides nothing.
	clockOff = 2 * time.Second

	// An older backup is a warning.
	backupOld = 7 * 24 * time.Hour

	// A disk with less than a tenth left is soon full.
	diskTenth = 10
)

// A state is a line of the page.
type state struct {
	lamp        lamp
	title, text string
}

// states returns the lines, and a complaint about the backup, which somebody has to mend
// before it is too late; "" if all is well.
func (p HouseProps) states(ctx context.Context) (lines []state, complaint string) {
	say := func(l lamp, title, text string) { lines = append(lines, state{l, title, text}) }
	say(lampGood, i18n.T(ctx, "house.program"), i18n.T(ctx, "house.program.is", "version", p.Version))
	say(lampGood, i18n.T(ctx, "house.database"), i18n.T(ctx, "house.database.is", "version", p.Postgres, "schema",
		p.Schema, "size", hundreds(p.Size)))
	if p.OneRole {
		say(lampWarn, i18n.T(ctx, "house.role"), i18n.T(ctx, "house.role.owner"))
	} else {
		say(lampGood, i18n.T(ctx, "house.role"), i18n.T(ctx, "house.role.apart"))
	}
	for _, n := range p.Instances {
		if off := n.Ahead.Abs().Round(time.Second); off > clockOff {
			key := "house.clock.ahead"
			if n.Ahead < 0 {
				key = "house.clock.behind"
			}
			say(lampWarn, i18n.T(ctx, "house.clock"), i18n.T(ctx, key, "name", n.Name, "n", int(off.Seconds())))
		}
	}
	queue, text := lampGood, i18n.T(ctx, "house.queue.none")
	if p.Waiting > 0 {
		text = i18n.T(ctx, "house.queue.is", "n", p.Waiting, "since", i18n.Moment(ctx, p.Oldest))
	}
	if p.StuckAll > 0 {
		queue, text = lampWarn, text+" "+i18n.T(ctx, "house.queue.stuck", "n", p.StuckAll)
	}
	say(queue, i18n.T(ctx, "house.queue"), text)
	if p.Mails {
		mail, text := lampGood, i18n.T(ctx, "house.mail.good")
		if p.Mail.Refused > 0 {
			mail, text = lampWarn, i18n.T(ctx, "house.mail.refused", "n", p.Mail.Refused, "since",
				i18n.Moment(ctx, p.Mail.Since), "answer", p.Mail.Answer)
		}
		if p.Mail.Lost > 0 {
			mail, text = lampWarn, text+" "+i18n.T(ctx, "house.mail.lost", "n", p.Mail.Lost)
		}
		say(mail, i18n.T(ctx, "house.mail"), text)
	}
	backup, text, complaint := p.backup(ctx)
	say(backup, i18n.T(ctx, "house.backup"), text)
	if p.DiskAll > 0 {
		disk := lampGood
		if p.DiskFree < p.DiskAll/diskTenth {
			disk = lampBad
		}
		const giga = 1 << 30
		say(disk, i18n.T(ctx, "house.disk"), i18n.T(ctx, "house.disk.is", "used", int((p.DiskAll-p.DiskFree)/giga),
			"all", int(p.DiskAll/giga)))
	}
	return lines, complaint
}

// backup is the state of the backups.
func (p HouseProps) backup(ctx context.Context) (l lamp, text, complaint string) {
	l, text = lampWarn, i18n.T(ctx, "house.backup.none")
	if p.Backup != nil {
		l, text = lampGood, i18n.T(ctx, "house.backup.is", "at", i18n.Moment(ctx, p.Backup.At), "n",
			p.Backup.Matches)
		if p.Backup.Proved {
			text += " " + i18n.T(ctx, "house.backup.proved")
		}
		if i18n.Since(ctx, p.Backup.At) > backupOld {
			l, complaint = lampBad, i18n.T(ctx, "house.backup.old", "at", i18n.Moment(ctx, p.Backup.At))
		}
	}
	if p.Failed > 0 {
		if l == lampGood {
			l = lampWarn
		}
		text += " " + i18n.T(ctx, "house.backup.failed", "n", p.Failed)
	}
	return l, text, complaint
}

// is says how old and how large a backup is.
func (b BackupNote) is(ctx context.Context) string {
	return i18n.T(ctx, "house.kept.is", "at", i18n.Moment(ctx, b.At), "ago", i18n.Ago(ctx, b.At), "size",
		int(max(1, b.Size>>20)))
}

// hundreds are the megabytes of a size, to the next hundred: more would be noise.
func hundreds(bytes int64) int {
	const step = 100 << 20
	return int((bytes + step - 1) / step * (step >> 20))
}
