package handlers

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"syscall"
	"time"

	"carteado/db"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

// showHouse is the state of the house for the owner of the site. It tells nothing about
// matches. The reason of a failed job stands only in the log, because it could name a
// card.
func (s *Server) showHouse(r *request) error {
	h, err := s.store.HouseFor(r.ctx(), r.player())
	if err != nil {
		return err
	}
	props := clubpage.HouseProps{
		Version: s.config.Version, Postgres: h.Postgres, Schema: h.Schema, Size: h.Size,
		Waiting: h.Waiting, Oldest: h.Oldest, StuckAll: h.StuckAll, Failed: h.Failed, Retried: r.QueryParam("again") != "",
		Mails: s.mails != nil, Mail: clubpage.MailState(h.Mail),
	}
	for _, j := range h.Stuck {
		props.Stuck = append(props.Stuck, clubpage.StuckJob(j))
	}
	for _, i := range h.Instances {
		props.Instances = append(props.Instances, clubpage.Instance(i))
	}
	for _, b := range h.Kept {
		props.Kept = append(props.Kept, clubpage.BackupNote(b))
	}
	if h.Backup != nil {
		props.Backup = (*clubpage.BackupNote)(h.Backup)
	}
	if s.config.Disk != "" {
		var disk syscall.Statfs_t
		if syscall.Statfs(s.config.Disk, &disk) == nil {
			size := int64(disk.Bsize) //nolint:unconvert // on other systems it has another type
			props.DiskAll, props.DiskFree = int64(disk.Blocks)*size, int64(disk.Bavail)*size
		}
	}
	return r.render(http.StatusOK, clubpage.House(props))
}

// retryJob lets a job that was set aside run again.
func (s *Server) retryJob(r *request) error {
	if err := s.store.RetryJob(r.ctx(), r.player(), r.number("id")); err != nil {
		return err
	}
	return r.goTo(link.House + "?again=1")
}

// beat notes in the database that this instance is alive, until ctx ends.
func (s *Server) beat(ctx context.Context) error {
	name, err := os.Hostname()
	if err != nil {
		name = "carteado"
	}
	var id int64
	wrong := false // the program's clock
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = s.store.Leave(ctx, id) // else it is forgotten a little later
	}()
	tick := time.NewTicker(db.HeartbeatPause)
	defer tick.Stop()
	for {
		within, cancel := context.WithTimeout(ctx, s.config.Patience)
		id, err = s.store.Attend(within, id, name, s.config.Version)
		cancel()
		if err != nil && ctx.Err() == nil {
			s.log.LogAttrs(ctx, slog.LevelDebug, "heartbeat", slog.Any("error", err))
		}
		if was := wrong; s.store.ClockIsWrong() != was {
			wrong = !was
			s.log.LogAttrs(ctx, slog.LevelWarn, "this program's clock", slog.Bool("wrong", wrong), slog.Duration("ahead", s.store.Ahead()))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
