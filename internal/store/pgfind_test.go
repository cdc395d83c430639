package store_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// TestPostgresFindsVectorsByTheirIndex asks PostgreSQL how it would look for the
// nearest of many vectors of one user.
func TestPostgresFindsVectorsByTheirIndex(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.Postgres(t))
	if err := s.IndexVectors(t.Context(), "a 'model'", 8); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	vectors := make([][]float32, 3000)
	for i := range vectors {
		vectors[i] = make([]float32, 8)
		for j := range vectors[i] {
			vectors[i][j] = float32(r.NormFloat64())
		}
	}
	plan, err := store.NearPlan(t.Context(), s, "a 'model'", vectors)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(plan, "Index Scan using vectors_") || strings.Contains(plan, "vectors_of_owner") {
		t.Errorf("the plan does not use the model's index:\n%s", plan)
	}
}
