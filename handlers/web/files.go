package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"carteado/db"
	"carteado/db/base"
)

// ErrUpload refuses a file that is larger than it may be.
var ErrUpload = errors.New("file too large")

const (
	// uploadTime is how long a file may come; a slow phone sends two megabytes in it.
	uploadTime = 2 * time.Minute

	// drained is how much of a file that is too large is taken in and thrown away: a browser reads no answer before it
	// has sent all.
	drained = 200 << 20

	// fieldCost is what a field of a form takes beside its name and value, in bytes, so that empty ones come to an end.
	fieldCost = 128

	// DownloadPiece is how much of a file is held at a time while it is sent, in bytes.
	DownloadPiece = 32 << 10

	// downloadPause is the longest pause of a client that takes a file: a longer one holds up the others.
	downloadPause = 30 * time.Second
)

// Upload reads a form with a file in the field "file", of at most so many bytes; the other fields, which together
// may be as long as any form, are then those of the request. ErrUpload, and ErrForm for what is no such form.
func (r *Request) Upload(most int64) (name string, data []byte, err error) {
	limit := http.NewResponseController(r.Response())
	_ = limit.SetReadDeadline(time.Now().Add(uploadTime)) // a connection without deadlines has none to move
	_ = limit.SetWriteDeadline(time.Now().Add(uploadTime + r.Site.Timeout))
	request := r.Request()
	defer func() { _, _ = io.CopyN(io.Discard, request.Body, drained) }()
	parts, err := request.MultipartReader()
	if err != nil {
		return "", nil, fmt.Errorf("upload: %w", ErrForm)
	}
	request.PostForm = url.Values{}
	for left := int64(BodyLimit); ; {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return name, data, nil
		}
		if err != nil {
			return "", nil, fmt.Errorf("upload: %w", ErrForm)
		}
		field, of := part.FormName(), most
		if left -= fieldCost + int64(len(field)); field != "file" {
			of = left
		}
		if left < 0 {
			return "", nil, ErrUpload
		}
		value, err := io.ReadAll(io.LimitReader(part, of+1))
		switch {
		case err != nil:
			return "", nil, fmt.Errorf("upload: %w", ErrForm)
		case int64(len(value)) > of:
			return "", nil, ErrUpload
		case field == "file":
			name, data = part.FileName(), value
		default:
			left -= int64(len(value))
			request.PostForm.Add(field, string(value))
		}
	}
}

// Download sends a file while it is written, piece by piece, in at most so much time. Where writing fails before
// the first piece the answer is a page as ever; later the connection is cut (see
// observe), so that nobody takes a part for the whole.
func (r *Request) Download(most time.Duration, kind, name string,
	write func(context.Context, io.Writer, db.Again) error) error {
	ctx, cancel := context.WithTimeout(r.Client, most)
	// Where the connection knows no deadline there is none to move.
	limit := http.NewResponseController(r.Response()).SetWriteDeadline
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-r.Site.Polls.Drained(): // a server that closes has less time than an export
			cancel()
			_ = limit(time.Now())
		case <-ctx.Done():
		}
	}()
	rest := func() { cancel(); <-watched }
	defer rest() // the connection may soon be another request's
	file := attachment{ctx, r, kind, name, limit, 0}
	out := bufio.NewWriterSize(file, DownloadPiece)
	// A client of HTTP/1.0 takes the end of a connection for the end of the file unless it was told the length.
	counting := !r.Request().ProtoAtLeast(1, 1)
	if counting {
		out.Reset(&file.length)
	}
	err := write(ctx, out, func() bool {
		if !counting {
			return false
		}
		counting = false
		_ = out.Flush() // to count never fails
		out.Reset(file)
		return true
	})
	if err == nil {
		return out.Flush()
	}
	if errors.Is(err, context.Canceled) && r.Client.Err() == nil && !r.Response().Committed {
		rest() // nothing has gone out, so that the reader can be told
		_ = limit(time.Now().Add(downloadPause))
		return fmt.Errorf("the club closes: %w", base.ErrUnavailable)
	}
	return err
}

// partsTime is how long the sending of such a file takes at most. It holds nothing of the database between two parts,
// so that there is time for a large one over a slow line.
const partsTime = 30 * time.Minute

// DownloadParts hands out a file that lies in parts, of which part returns one, and whether it is the last. A file that
// is taken away meanwhile fails like any other.
func (r *Request) DownloadParts(kind, name string, part func(ctx context.Context, number int) (data []byte, last bool,
	err error)) error {
	return r.Download(partsTime, kind, name, func(ctx context.Context, out io.Writer, again db.Again) error {
		for more := true; more; more = again() {
			for number, last := 0, false; !last; number++ {
				var data []byte
				var err error
				if data, last, err = part(ctx, number); err != nil {
					return err
				}
				if _, err := out.Write(data); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// A byteCount counts what is written.
type byteCount int64

func (c *byteCount) Write(piece []byte) (int, error) {
	*c += byteCount(len(piece))
	return len(piece), nil
}

// An attachment is an answer that a browser keeps as a file. Its head is sent with
// its first piece.
type attachment struct {
	ctx        context.Context //nolint:containedctx // of the one answer that this is
	r          *Request
	kind, name string
	limit      func(time.Time) error
	length     byteCount // 0: it goes out in pieces whose end is marked
}

func (a attachment) Write(piece []byte) (int, error) {
	_ = a.limit(time.Now().Add(downloadPause)) // before it is asked whether the server closes, which ends it again
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	if w := a.r.Response(); !w.Committed {
		w.Header().Set("Content-Type", a.kind)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Disposition", `attachment; filename="`+a.name+`"`)
		if a.length > 0 {
			w.Header().Set("Content-Length", strconv.FormatInt(int64(a.length), 10))
			w.Header().Set(gzhttp.HeaderNoCompression, "1") // which would take the length away
		}
		w.WriteHeader(http.StatusOK)
	}
	return a.r.Response().Write(piece)
}
