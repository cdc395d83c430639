-- name: unembedded_memories
-- Each part is a range of the index, so that a look costs nothing when there is
-- nothing to do. What is new comes first. Of two lower bounds SQLite would take the
-- lower one.
select n, tenant, user_id, content, question, key, updated_at from (
  select * from (select n, tenant, user_id, content, question, key, updated_at from memories
    where embedding_model = '' and status in ('active', 'pending') order by n limit $2) new
  union all
  select * from (select n, tenant, user_id, content, question, key, updated_at from memories
    where embedding_model > '-' and embedding_model < $1 and status in ('active', 'pending') order by embedding_model, n limit $2) before
  union all
  select * from (select n, tenant, user_id, content, question, key, updated_at from memories
    where embedding_model > (case when $1 > '-' then $1 else '-' end) and status in ('active', 'pending') order by embedding_model, n limit $2) behind
) texts limit $2;

-- name: unembedded_messages
select n, tenant, user_id, name, content from (
  select * from (select n, tenant, user_id, name, content from messages
    where embedding_model = '' order by n limit $2) new
  union all
  select * from (select n, tenant, user_id, name, content from messages
    where embedding_model > '-' and embedding_model < $1 order by embedding_model, n limit $2) before
  union all
  select * from (select n, tenant, user_id, name, content from messages
    where embedding_model > (case when $1 > '-' then $1 else '-' end) order by embedding_model, n limit $2) behind
) texts limit $2;

-- name: count_unembedded_memories
select count(*) from memories where (embedding_model < $1 or embedding_model > $1) and embedding_model <> '-' and status in ('active', 'pending');

-- name: count_unembedded_messages
select count(*) from messages where (embedding_model < $1 or embedding_model > $1) and embedding_model <> '-';

-- name: mark_memory_embedded
update memories set embedding_model = $2 where n = $1 and updated_at = $3;

-- name: mark_message_embedded
update messages set embedding_model = $2 where n = $1;

-- name: delete_vectors
delete from vectors where kind = $1 and ref = $2;

-- name: insert_vector
insert into vectors (owner, kind, ref, model, v) values ($1, $2, $3, $4, $5);

-- name: delete_vectors_of_conversation
delete from vectors where kind = 'message' and ref in (
  select n from messages where tenant = $1 and user_id = $2 and conversation = $3);
