package db_test

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/db/seed"
	"carteado/engine"
	"carteado/engine/knock"
)

// no page reads a history: in a club of 40 members who have played 100,000 matches,
// 5,000 each, none reads as many rows as one of them has matches.
const maxRead = 3_000

func TestNoPageReadsAHistory(t *testing.T) {
	ctx, url := t.Context(), dbtest.New(t)
	club, err := seed.Fill(ctx, url, "", knock.Game{}, "hash", seed.Size{Members: 39, Open: 20, Matches: 100_000,
		Days: 365}, time.Now())
	must(t, err)
	var seen recorder
	store, err := db.OpenAdjusted(ctx, db.Config{URL: url, Games: []engine.Game{knock.Game{}},
		Timeout: dbtest.Timeout}, func(c *pgx.ConnConfig) { c.Tracer = &seen })
	must(t, err)
	t.Cleanup(store.Close)
	conn, err := pgx.Connect(ctx, url)
	must(t, err)
	defer func() { must(t, conn.Close(context.Background())) }()

	const owner, member, rival = 1, 2, 3
	proof, err := store.ClubFor(ctx, club.Slug, member)
	must(t, err)
	hosting, err := store.ClubFor(ctx, club.Slug, owner)
	must(t, err)
	matches := func(f results.MatchFilter, at results.MatchRange) func() error {
		return func() error { _, err := store.MatchesOf(ctx, club.ID, member, f, at); return err }
	}
	first, err := store.MatchesOf(ctx, club.ID, member, results.MatchFilter{}, results.MatchRange{})
	must(t, err)
	deep := first.Lines[19]
	must(t, conn.QueryRow(ctx, `SELECT match_id, ended_at FROM results WHERE player_id = $1
		ORDER BY ended_at OFFSET 2500 LIMIT 1`, member).Scan(&deep.ID, &deep.EndedAt))
	middle := results.Mark{Ended: deep.EndedAt, Match: deep.ID}
	var former int64
	must(t, conn.QueryRow(ctx, `WITH t AS (INSERT INTO transfers (club_id, number, slug, written_at)
		VALUES ($1, 1, 'there', now()) RETURNING id), a AS (INSERT INTO former_audit (transfer_id, number, action,
		details, at) SELECT id, n, 'table_closed', '{}', now() FROM t, generate_series(1, 6000) n)
		SELECT id FROM t`, club.ID).Scan(&former))
	var entry int64
	must(t, conn.QueryRow(ctx, `INSERT INTO audit (club_id, player_id, action) SELECT $1, $2, 'table_closed'
		FROM generate_series(1, 6000) RETURNING id`, club.ID, owner).Scan(&entry))
	_, err = conn.Exec(ctx, `INSERT INTO audit (player_id, action) SELECT 1 + n % 40, 'signed_in'
		FROM generate_series(1, 6000) n`)
	must(t, err)
	var waiting int // for players, by days: they are told how often its host misses turns
	must(t, conn.QueryRow(ctx, `UPDATE tables SET pace = 'slow 86400' WHERE id = (SELECT min(table_id) FROM matches
		WHERE status = 'waiting') RETURNING number`).Scan(&waiting))
	began := time.Now()
	must(t, store.ChooseRatings(ctx, club.ID, owner, results.RatingsAll))
	must(t, store.ComputeRatings(ctx, results.RatingCompute{Club: club.ID}))
	t.Logf("100,000 matches rated in %v", time.Since(began))
	_, err = conn.Exec(ctx, `ANALYZE audit, rated, ratings`) // the others were analyzed when they were filled
	must(t, err)

	// Tables with fewer rows may be read from end to end: no history is in them.
	large, err := collect(ctx, conn, `SELECT relname FROM pg_class WHERE relkind = 'r'
		AND relnamespace = 'public'::regnamespace AND reltuples > $1`, maxRead)
	must(t, err)
	for _, name := range []string{"audit", "match_seats", "matches", "moves", "rated", "results", "tables"} {
		if !slices.Contains(large, name) {
			t.Errorf("%s is not large", name)
		}
	}

	history := func(f results.HistoryFilter, at results.MatchRange) func() error {
		return func() error { _, err := store.HistoryOf(ctx, club.ID, owner, f, at); return err }
	}
	admitted, err := store.Admit(ctx, club.ID, 50_000, owner)
	must(t, err)
	day := time.Now().UTC().Truncate(24 * time.Hour)
	daily, err := store.OpenDaily(ctx, db.DailyDeal{Club: club.ID, Day: day, Game: "knock"}, day, engine.Seed{})
	must(t, err)
	asked := map[string]map[string]func() error{
		"HomeOf": {
			"":       func() error { _, err := store.HomeOf(ctx, proof, 8); return err },
			"a host": func() error { _, err := store.HomeOf(ctx, hosting, 8); return err },
		},
		"MatchesOf": {
			"first": matches(results.MatchFilter{}, results.MatchRange{}), "older": matches(results.MatchFilter{},
				results.MatchRange{Before: middle}),
			"newer":       matches(results.MatchFilter{}, results.MatchRange{After: middle}),
			"game":        matches(results.MatchFilter{Game: "knock"}, results.MatchRange{}),
			"no game":     matches(results.MatchFilter{Game: "none"}, results.MatchRange{}),
			"with":        matches(results.MatchFilter{With: results.Group{rival}}, results.MatchRange{}),
			"who":         matches(results.MatchFilter{Who: "be"}, results.MatchRange{}),
			"with nobody": matches(results.MatchFilter{With: results.Group{999}}, results.MatchRange{Before: middle}),
			"won":         matches(results.MatchFilter{Result: results.MatchesWon}, results.MatchRange{}),
			"season":      matches(results.MatchFilter{Season: 1}, results.MatchRange{}),
			"ended":       matches(results.MatchFilter{Ended: results.HistoryLeft}, results.MatchRange{}),
			"rules":       matches(results.MatchFilter{Rules: results.RulesHouse}, results.MatchRange{}),
			"company":     matches(results.MatchFilter{Company: results.CompanyPeople}, results.MatchRange{}),
			"night":       matches(results.MatchFilter{Night: 1}, results.MatchRange{}),
			"days":        matches(results.MatchFilter{From: deep.EndedAt, Until: time.Now()}, results.MatchRange{}),
			"group":       matches(results.MatchFilter{With: results.Group{owner, rival}}, results.MatchRange{}),
			"names":       matches(results.MatchFilter{Who: "be, cel"}, results.MatchRange{}),
			"paper":       matches(results.MatchFilter{Medium: results.OnPaper}, results.MatchRange{}),
			"most": matches(results.MatchFilter{Game: "knock", Ended: results.HistoryLeft, Rules: results.RulesWritten,
				Company: results.CompanyPeople, Who: "a", From: first.Lines[24].EndedAt.AddDate(-1, 0, 0)},
				results.MatchRange{}),
			"all": matches(results.MatchFilter{Game: "knock", With: results.Group{rival}, Result: results.MatchesLost,
				Season: 1}, results.MatchRange{}),
		},
		"Unknown": {"": func() error {
			_, _, err := store.Unknown(ctx, club.ID, results.MatchFilter{With: results.Group{rival}, Who: "be, cel"})
			return err
		}},
		"MatchesFor": {"": func() error {
			_, err := store.MatchesFor(ctx, club.ID, owner, member, results.MatchFilter{
				With:  results.Group{owner, rival},
				Ended: results.HistoryLeft, Rules: results.RulesWritten}, results.MatchRange{Before: middle})
			return err
		}},
		"HistoryOf": {
			"first": history(results.HistoryFilter{}, results.MatchRange{}), "older": history(results.HistoryFilter{},
				results.MatchRange{Before: middle}),
			"newer":  history(results.HistoryFilter{}, results.MatchRange{After: middle}),
			"table":  history(results.HistoryFilter{Search: "50000"}, results.MatchRange{}),
			"person": history(results.HistoryFilter{Search: "be"}, results.MatchRange{}),
			"nobody": history(results.HistoryFilter{Search: "nobody"}, results.MatchRange{}),
			"voided": history(results.HistoryFilter{Ended: results.HistoryVoided, From: deep.EndedAt,
				Until: time.Now()}, results.MatchRange{}),
			"running": history(results.HistoryFilter{Ended: results.HistoryRunning}, results.MatchRange{}),
			"all": history(results.HistoryFilter{Search: "be", Game: "none", Ended: results.HistoryLeft, Season: 1},
				results.MatchRange{Before: middle}),
		},
		"Match":       {"": func() error { _, err := store.Match(ctx, club.ID, deep.ID, member); return err }},
		"Replay":      {"": func() error { _, err := store.Replay(ctx, club.ID, deep.ID, 2, member); return err }},
		"RoundEnd":    {"": func() error { _, _ = store.RoundEnd(ctx, club.ID, deep.ID, 1, member); return nil }},
		"Corrections": {"": func() error { _, err := store.Corrections(ctx, club.ID, member, deep.ID); return err }},
		"NumbersOf": {
			"":     func() error { _, err := store.NumbersOf(ctx, club.ID, member, rival, ""); return err },
			"game": func() error { _, err := store.NumbersOf(ctx, club.ID, member, rival, "knock"); return err },
		},
		"BestsOf":        {"": func() error { _, err := store.BestsOf(ctx, club.ID, member); return err }},
		"VersusOf":       {"": func() error { _, err := store.VersusOf(ctx, club.ID, owner, member, rival); return err }},
		"RatingsOf":      {"": func() error { _, err := store.RatingsOf(ctx, club.ID, member, ""); return err }},
		"RatingOf":       {"": func() error { _, err := store.RatingOf(ctx, club.ID, member, rival, ""); return err }},
		"RatingExample":  {"": func() error { _, err := store.RatingExample(ctx, club.ID, member, "knock"); return err }},
		"YearbooksOf":    {"": func() error { _, err := store.YearbooksOf(ctx, club.ID, owner); return err }},
		"ClubFilesOf":    {"": func() error { _, err := store.ClubFilesOf(ctx, club.ID, owner); return err }},
		"ClubFilePart":   {"": func() error { _, _, _ = store.ClubFilePart(ctx, club.ID, owner, 1, 0); return nil }},
		"BroughtClubs":   {"": func() error { _, err := store.BroughtClubs(ctx, owner); return err }},
		"BroughtClubFor": {"": func() error { _, _ = store.BroughtClubFor(ctx, owner, 1); return nil }},
		"BroughtClub":    {"": func() error { _, _ = store.BroughtClub(ctx, db.BroughtClubJob{Brought: 1}); return nil }},
		"BroughtPart":    {"": func() error { _, _ = store.BroughtPart(ctx, 1, 0); return nil }},
		"UnfinishedOf":   {"": func() error { _, err := store.UnfinishedOf(ctx, club.ID, owner); return err }},
		"DeletionOf":     {"": func() error { _, err := store.DeletionOf(ctx, club.ID, owner); return err }},
		"WebhooksOf":     {"": func() error { _, err := store.WebhooksOf(ctx, club.ID, owner); return err }},
		"YearbookPart":   {"": func() error { _, _, _ = store.YearbookPart(ctx, club.ID, owner, 1, 0); return nil }},
		"ImportsOf":      {"": func() error { _, err := store.ImportsOf(ctx, club.ID, member); return err }},
		"ImportOf":       {"": func() error { _, _ = store.ImportOf(ctx, club.ID, owner, 1); return nil }},
		"RecordedIn":     {"": func() error { _, err := store.RecordedIn(ctx, club.ID, member, 1, 0); return err }},
		"RecordedMatch":  {"": func() error { _, _, _ = store.RecordedMatch(ctx, club.ID, member, 1); return nil }},
		"MembersNamed":   {"": func() error { _, _, err := store.MembersNamed(ctx, club.ID, owner); return err }},
		"StandingsOf":    {"": func() error { _, err := store.StandingsOf(ctx, club.ID, member, 0); return err }},
		"RecordOf":       {"": func() error { _, err := store.RecordOf(ctx, club.ID, member, rival); return err }},
		"MemberOf":       {"": func() error { _, err := store.MemberOf(ctx, club.ID, member, rival); return err }},
		"MemberList": {
			"owner": func() error {
				_, err := store.MemberList(ctx, club.ID, owner, clubs.MemberFilter{},
					1)
				return err
			},
			"search": func() error {
				_, err := store.MemberList(ctx, club.ID, member, clubs.MemberFilter{Search: "Be", Only: clubs.OnlyAway},
					2)
				return err
			},
		},
		"AuditOf": {
			"owner": func() error { _, err := store.AuditOf(ctx, club.ID, owner, clubs.AuditRange{}); return err },
			"older": func() error {
				_, err := store.AuditOf(ctx, club.ID, owner, clubs.AuditRange{Before: entry + 3000})
				return err
			},
			"newer": func() error {
				_, err := store.AuditOf(ctx, club.ID, owner, clubs.AuditRange{After: entry + 3000})
				return err
			},
			"member": func() error { _, err := store.AuditOf(ctx, club.ID, member, clubs.AuditRange{}); return err },
		},
		"Board": {"": func() error { _, err := store.Board(ctx, club.ID, 1, owner); return err }},
		"Admit": {"": func() error { _, err := store.Admit(ctx, club.ID, 50_000, owner); return err }},
		"See":   {"": func() error { _, err := store.See(ctx, admitted); return err }},
		"Watch": {"": func() error { _, err := store.Watch(ctx, club.ID, 50_000, owner); return err }},
		"TableOf": {
			"":        func() error { _, err := store.TableOf(ctx, club.ID, 50_000, owner); return err },
			"by days": func() error { _, err := store.TableOf(ctx, club.ID, waiting, owner); return err },
		},
		"DoorOf":          {"": func() error { _, _ = store.DoorOf(ctx, club.ID, 50_000, owner, "key"); return nil }},
		"ClubFor":         {"": func() error { _, err := store.ClubFor(ctx, club.Slug, member); return err }},
		"SuspensionOf":    {"": func() error { _, _ = store.SuspensionOf(ctx, proof); return nil }},
		"ClubsOf":         {"": func() error { _, err := store.ClubsOf(ctx, member); return err }},
		"SiteFor":         {"": func() error { _, err := store.SiteFor(ctx, owner); return err }},
		"SetupDone":       {"": func() error { _, err := store.SetupDone(ctx); return err }},
		"NightsOf":        {"": func() error { _, _, err := store.NightsOf(ctx, club.ID, member); return err }},
		"NightOf":         {"": func() error { _, _, _, _ = store.NightOf(ctx, club.ID, owner, 1); return nil }},
		"ArrivalsOf":      {"": func() error { _, err := store.ArrivalsOf(ctx, club.ID, member, 1); return err }},
		"CodeOf":          {"": func() error { _, _ = store.CodeOf(ctx, club.ID, owner, 1); return nil }},
		"CompetitionsOf":  {"": func() error { _, err := store.CompetitionsOf(ctx, club.ID, member); return err }},
		"CompetitionOf":   {"": func() error { _, _ = store.CompetitionOf(ctx, club.ID, member, 1); return nil }},
		"DoorOfNight":     {"": func() error { _, _ = store.DoorOfNight(ctx, "code", member); return nil }},
		"DrawsOf":         {"": func() error { _, err := store.DrawsOf(ctx, club.ID, member, 1); return err }},
		"SheetOf":         {"": func() error { _, _ = store.SheetOf(ctx, club.ID, member, 1, 1, 1); return nil }},
		"ScreenOf":        {"": func() error { _, _ = store.ScreenOf(ctx, club.ID, owner, 1); return nil }},
		"VisitOf":         {"": func() error { _, _ = store.VisitOf(ctx, member); return nil }},
		"NightOnScreen":   {"": func() error { _, _ = store.NightOnScreen(ctx, "token"); return nil }},
		"CalendarOf":      {"": func() error { _, _, _ = store.CalendarOf(ctx, "token"); return nil }},
		"CalendarAddress": {"": func() error { _, err := store.CalendarAddress(ctx, member); return err }},
		"Announcements":   {"": func() error { _, err := store.Announcements(ctx, club.ID, member); return err }},
		"Members":         {"": func() error { _, err := store.Members(ctx, club.ID, member); return err }},
		"Presets":         {"": func() error { _, err := store.Presets(ctx, club.ID, member); return err }},
		"FormerAudit": {"": func() error {
			_, _, err := store.FormerAudit(ctx, club.ID, owner, former, 0)
			return err
		}},
		"Placeholders":    {"": func() error { _, err := store.Placeholders(ctx, club.ID, owner); return err }},
		"PlaceholdersOf":  {"": func() error { _, err := store.PlaceholdersOf(ctx, club.ID, owner, ""); return err }},
		"Invitations":     {"": func() error { _, err := store.Invitations(ctx, club.ID, owner); return err }},
		"Invitation":      {"": func() error { _, _ = store.Invitation(ctx, "token"); return nil }},
		"JoinRequests":    {"": func() error { _, err := store.JoinRequests(ctx, club.ID, owner); return err }},
		"RequestsOf":      {"": func() error { _, _, err := store.RequestsOf(ctx, member); return err }},
		"AccountOf":       {"": func() error { _, err := store.AccountOf(ctx, member); return err }},
		"PlayerByName":    {"": func() error { _, err := store.PlayerByName(ctx, "Bento"); return err }},
		"PasswordLinkOf":  {"": func() error { _, _ = store.PasswordLinkOf(ctx, base.TokenHash{1}); return nil }},
		"LastPasswordUse": {"": func() error { _, err := store.LastPasswordUse(ctx, member); return err }},
		"SessionByHash":   {"": func() error { _, _ = store.SessionByHash(ctx, base.TokenHash{1}, true); return nil }},
		"Sessions":        {"": func() error { _, err := store.Sessions(ctx, member); return err }},
		"Passkeys":        {"": func() error { _, err := store.Passkeys(ctx, member); return err }},
		"PasskeyHolder":   {"": func() error { _, _, _ = store.PasskeyHolder(ctx, []byte("x")); return nil }},
		"WaysOf":          {"": func() error { _, err := store.WaysOf(ctx, member); return err }},
		"HostEvents":      {"": func() error { _, err := store.HostEvents(ctx, club.ID, owner); return err }},
		"EventsOf":        {"": func() error { _, err := store.EventsOf(ctx, member); return err }},
		"MayShow": {"": func() error {
			return store.MayShow(ctx, accounts.Session{LinkBy: owner}, club.ID, 50_000)
		}},
		"NoteWatch": {"": func() error {
			return store.NoteWatch(ctx, accounts.Session{Watching: true, Player: accounts.Player{ID: owner}}, club.ID,
				50_000)
		}},
		"ReportedWords": {"": func() error { _, _ = store.ReportedWords(ctx, club.ID, owner, deep.ID); return nil }},
		"Notices":       {"": func() error { _, err := store.Notices(ctx, member); return err }},
		"AsksDevice":    {"": func() error { _, err := store.AsksDevice(ctx, member); return err }},
		"Turns":         {"": func() error { _, err := store.Turns(ctx, member); return err }},
		"Marks":         {"": func() error { _, err := store.Marks(ctx, member); return err }},
		"Deals": {"": func() error {
			_, _ = store.Deals(ctx, db.LuckJob{Match: deep.ID}) // of a seeded match, whose secret proves nothing
			return nil
		}},
		"WithoutLuck":       {"": func() error { _, _, err := store.WithoutLuck(ctx, deep.ID); return err }},
		"Outside":           {"": func() error { _, err := store.Outside(ctx, []int64{member, rival}); return err }},
		"RenameFrom":        {"": func() error { _, err := store.RenameFrom(ctx, member); return err }},
		"RestOf":            {"": func() error { _, err := store.RestOf(ctx, member); return err }},
		"Alone":             {"": func() error { _, err := store.Alone(ctx, proof); return err }},
		"NoteOf":            {"": func() error { _, _ = store.NoteOf(ctx, club.ID, deep.ID, member); return nil }},
		"ReviewOf":          {"": func() error { _, _ = store.ReviewOf(ctx, club.ID, deep.ID, member, member); return nil }},
		"StepsDone":         {"": func() error { _, err := store.StepsDone(ctx, member, "knock"); return err }},
		"LastChoice":        {"": func() error { _, err := store.LastChoice(ctx, member, "knock"); return err }},
		"PositionForAdvice": {"": func() error { _, _ = store.PositionForAdvice(ctx, club.ID, 1, owner, deep.ID); return nil }},
		"OpenDaily":         {"": func() error { _, err := store.OpenDaily(ctx, daily.DailyDeal, day, engine.Seed{}); return err }},
		"DailyPlayOf":       {"": func() error { _, err := store.DailyPlayOf(ctx, daily, member); return err }},
		"DailyPlaysOf": {"": func() error {
			_, _, err := store.DailyPlaysOf(ctx, daily, member, daily.Day)
			return err
		}},
		"DailyBestOf": {"": func() error { _, err := store.DailyBestOf(ctx, club.ID, daily.Day); return err }},
		"DailyStandsOf": {"": func() error {
			_, err := store.DailyStandsOf(ctx, club.ID, daily.Day, member)
			return err
		}},
		"DailyStreak": {"": func() error { _, err := store.DailyStreak(ctx, club.ID, member, daily.Day); return err }},
		"LevelFor":    {"": func() error { _, err := store.LevelFor(ctx, club.ID, member, "knock"); return err }},
		"FirstTime":   {"": func() error { _, err := store.FirstTime(ctx, club.ID, member, "knock"); return err }},
		"SealOf":      {"": func() error { _, err := store.SealOf(ctx, member); return err }},
		"PlansOf":     {"": func() error { _, err := store.PlansOf(ctx, deep.ID, member); return err }},
		"Planned": {"": func() error {
			_, err := store.Planned(ctx, []live.DueMove{{Match: deep.ID}})
			return err
		}},
		"Record":   {"": func() error { _, _, err := store.Record(ctx, club.ID, deep.ID, member); return err }},
		"SignedUp": {"": func() error { _, _ = store.SignedUp(ctx, "key"); return nil }},
	}
	for _, command := range askedByNoPage {
		asked[command] = map[string]func() error{}
	}
	var missing []string
	for _, name := range readers(t) {
		if asked[name] == nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("nobody has looked what these read: %v", missing)
	}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		for which, ask := range asked[name] {
			seen.take()
			must(t, ask())
			statements := seen.take()
			if len(statements) == 0 {
				t.Errorf("%s asked for nothing", name)
			}
			total, most, sql := 0.0, 0.0, ""
			for _, s := range statements {
				rows := explain(t, conn, s, large)
				if total += rows; rows > most {
					most, sql = rows, s.sql
				}
			}
			if total > maxRead {
				t.Errorf("%s %s reads %.0f rows, %.0f by\n%s", name, which, total, most, sql)
			}
		}
	}
	// Moves read and lock their matches and nothing else.
	tx, err := conn.Begin(ctx)
	must(t, err)
	_, err = tx.Exec(ctx, `SET LOCAL session_replication_role = replica`) // without the triggers of a move
	must(t, err)
	for _, several := range []bool{true, false} {
		var matches, clubs, tables, players, tableVersions, versions []int64
		var rows []string
		must(t, tx.QueryRow(ctx, `
			SELECT array_agg(m.id), array_agg(t.club_id), array_agg(t.number), array_agg(v.player_id),
				array_agg(t.version + coalesce(w.changes, 0)), array_agg(m.version + 1),
				array_agg(m.ctid::text || ' ' || m.xmin::text)
			FROM matches m JOIN tables t ON t.id = m.table_id
			CROSS JOIN LATERAL (SELECT sum(changes) AS changes FROM watches WHERE table_id = t.id) w
			CROSS JOIN LATERAL (SELECT player_id FROM memberships WHERE club_id = t.club_id AND suspended_at IS NULL
				LIMIT 1) v
			WHERE m.id IN (SELECT id FROM matches ORDER BY id DESC LIMIT 3)`).Scan(&matches, &clubs, &tables, &players,
			&tableVersions, &versions, &rows))
		key, none, empty := "key "+strconv.FormatBool(several), "{}", []byte("[]")
		sessions, states, nobody, lists, keys, events := make([]int64, 3), make([][]byte, 3), make([]string, 3),
			[]string{none, none, none}, []string{key, key, key}, [][]byte{empty, empty, empty}
		one, many := live.MoveSQL()
		s, want := statement{sql: many, args: []any{
			matches, clubs, tables, players, sessions, rows, tableVersions, versions, states, lists, lists, sessions,
			keys, lists, events, states, nobody,
		}}, 3
		if !several {
			s, want = statement{sql: one, args: []any{
				matches[0], clubs[0], tables[0], players[0], 0, rows[0], tableVersions[0], versions[0], nil, none, none,
				0, key, none, empty, nil, "",
			}}, 1
		}
		before := made(t, tx)
		if read, n := explain(t, conn, s, large), made(t, tx)-before; read > maxRead || n != want {
			t.Errorf("%d of %d moves read %.0f rows", n, want, read)
		}
	}
	must(t, tx.Rollback(ctx))
	// How many matches go on is counted up to a bound.
	seen.take()
	must(t, history(results.HistoryFilter{}, results.MatchRange{})())
	counted := seen.take()
	counted = slices.DeleteFunc(counted, func(s statement) bool { return !strings.HasPrefix(s.sql, "SELECT count(*)") })
	tx, err = conn.Begin(ctx)
	must(t, err)
	_, err = tx.Exec(ctx, `SET LOCAL session_replication_role = replica`) // without the triggers of an end
	must(t, err)
	_, err = tx.Exec(ctx, `UPDATE matches SET status = 'playing', outcome = NULL, ended_at = NULL, state = '{}'
		WHERE id IN (SELECT id FROM matches WHERE status = 'over' LIMIT $1)`, 3*maxRead)
	must(t, err)
	if rows := explain(t, conn, counted[0], large); len(counted) != 1 || rows > results.MaxCounted+1 {
		t.Errorf("%d counts, and of %d running matches %.0f are counted", len(counted), 3*maxRead, rows)
	}
	must(t, tx.Rollback(ctx))
	// The checker itself: these must be seen.
	for _, s := range []string{`SELECT * FROM matches WHERE version = 3`, `SELECT * FROM results WHERE player_id = 2`} {
		if rows := explain(t, conn, statement{sql: s}, large); rows <= maxRead {
			t.Errorf("%s reads %.0f rows, and that is not noticed", s, rows)
		}
	}
}
