package handlers

// rematch asks for another match after the one that the form showed.
func (s *Server) rematch(r *request) error {
	over, err := r.match()
	if err != nil {
		return err
	}
	return s.change(r, s.store.Rematch(r.ctx(), r.club.ID, r.table(), r.player(), over))
}
