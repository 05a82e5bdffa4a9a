package db_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// A recorder keeps the statements of a store.
type recorder struct {
	mu         sync.Mutex
	statements []statement
}

type statement struct {
	sql  string
	args []any
}

func (r *recorder) add(sql string, args []any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statements = append(r.statements, statement{sql, args})
}

// take returns what was kept since it was asked last.
func (r *recorder) take() (list []statement) {
	r.mu.Lock()
	defer r.mu.Unlock()
	list, r.statements = r.statements, nil
	return list
}

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.add(data.SQL, data.Args)
	return ctx
}

func (*recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (*recorder) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}

func (r *recorder) TraceBatchQuery(_ context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	r.add(data.SQL, data.Args)
}

func (*recorder) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// A plan is a node of EXPLAIN (ANALYZE, FORMAT JSON).
type plan struct {
	Node     string  `json:"Node Type"`
	Relation string  `json:"Relation Name"`
	Rows     float64 `json:"Actual Rows"`
	Removed  float64 `json:"Rows Removed by Filter"`
	Recheck  float64 `json:"Rows Removed by Index Recheck"`
	Loops    float64 `json:"Actual Loops"`
	Plans    []plan
}

// read adds up the rows that a plan has read from large tables, whether it kept
// them or not.
func (p plan) read(large []string) (rows float64) {
	if strings.HasSuffix(p.Node, "Scan") && slices.Contains(large, p.Relation) {
		rows = (p.Rows + p.Removed + p.Recheck) * p.Loops
	}
	for _, child := range p.Plans {
		rows += child.read(large)
	}
	return rows
}

// explain runs a statement and returns how many rows of large tables it reads, planned as the store has it planned:
// once for all arguments. What is bound to an EXPLAIN is always planned for its arguments, so a prepared statement is
// explained.
func explain(t *testing.T, conn *pgx.Conn, s statement, large []string) float64 {
	t.Helper()
	if named, is := append(s.args, nil)[0].(pgx.QueryRewriter); is {
		var err error
		s.sql, s.args, err = named.RewriteQuery(t.Context(), conn, s.sql, s.args[1:])
		must(t, err)
	}
	const name = "explained"
	must(t, conn.Deallocate(t.Context(), name))
	_, err := conn.Exec(t.Context(), `SET plan_cache_mode = force_generic_plan`)
	must(t, err)
	prepared, err := conn.Prepare(t.Context(), name, s.sql)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.sql)
	}
	var params []string
	args := []any{pgx.QueryExecModeSimpleProtocol} // nothing can be bound to an EXECUTE
	for i, arg := range s.args {
		params = append(params, fmt.Sprintf("$%d", i+1))
		// Without room an empty text would be nil, too, which is NULL.
		text, err := conn.TypeMap().Encode(prepared.ParamOIDs[i], pgx.TextFormatCode, arg, []byte{})
		must(t, err)
		if args = append(args, nil); text != nil {
			args[i+1] = string(text)
		}
	}
	execute := `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ` + name
	if len(params) > 0 {
		execute += "(" + strings.Join(params, ", ") + ")"
	}
	var text []byte
	if err := conn.QueryRow(t.Context(), execute, args...).Scan(&text); err != nil {
		t.Fatalf("%v\n%s", err, s.sql)
	}
	var plans []struct{ Plan plan }
	must(t, json.Unmarshal(text, &plans))
	return plans[0].Plan.read(large)
}

// made is the number of moves.
func made(t *testing.T, tx pgx.Tx) (n int) {
	t.Helper()
	must(t, tx.QueryRow(t.Context(), `SELECT count(*) FROM moves`).Scan(&n))
	return n
}

func collect(ctx context.Context, conn *pgx.Conn, sql string, args ...any) ([]string, error) {
	rows, err := conn.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// readers are the methods of the store that read.
func readers(t *testing.T) (names []string) {
	t.Helper()
	files, err := os.ReadDir(".")
	must(t, err)
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, parser.SkipObjectResolution)
		must(t, err)
		for _, decl := range parsed.Decls {
			method, is := decl.(*ast.FuncDecl)
			if !is || method.Recv == nil || !method.Name.IsExported() {
				continue
			}
			ast.Inspect(method.Body, func(node ast.Node) bool {
				if call, is := node.(*ast.SelectorExpr); is && slices.Contains([]string{"Read", "ReadAs", "account"},
					call.Sel.Name) {
					names = append(names, method.Name.Name)
				}
				return true
			})
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// askedByNoPage are readers of commands, jobs and what every request asks.
var askedByNoPage = []string{"AllowSignIn", "NoteSignIn", "OverdueMoves", "ReadNotice", "Ready", "CallingOf",
	"Delivered", "Devices", "HouseKey", "ToMail", "RecipientOf", "Attend", "House", "HouseFor", "RetryJob",
	"RecomputeRatings", "RecomputeCompetitions", "RecomputeRecords", "Decisions", "RecomputeStandings", "RestNow",
	"TrySetupCode", "VerifyAudit", "WithoutDoubles", "Chronicle", "WriteYearbook",
	"ClubBySlug", "ContentsOf", // for an owner who thinks of deleting the club
}
