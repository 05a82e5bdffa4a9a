package main

import (
	"context"
	"errors"
)

type galleryCommand struct{}

func (galleryCommand) Run(ctx context.Context) error {
	return errors.New("not wired yet")
}
