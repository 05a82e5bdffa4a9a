package handlers

import "carteado/views/link"

func (s *Server) answerRequest(r *request) error {
	answers := map[string]string{"yes": "approved", "no": "declined"}
	done := answers[r.field("answer")]
	if done == "" {
		return errForm
	}
	id := r.number("player")
	err := s.store.AnswerRequest(r.ctx(), r.club.ID, r.player(), id, done == "approved")
	return s.changedMember(r, id, err, link.MembersSaid(r.club.Slug, done))
}
