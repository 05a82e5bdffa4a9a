package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
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
