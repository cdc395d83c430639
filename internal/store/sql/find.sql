-- name: changed_clues_to_memories
select distinct m.n, m.id, m.type, m.origin, m.agent, m.scope, m.conversation, m.site, m.priority, coalesce(m.importance, 0), m.confidence, m.confirmations, m.expiry, coalesce(m.expires_at, 0), m.said_at,
  m.key, m.content, m.question, m.subject, m.tags, m.subject_user, m.status
from changes c join memories m on m.tenant = c.tenant and m.id = c.memory
where c.tenant = $1 and c.user_id = $2 and c.n > $3;

-- name: memories_as_of
select n, {{memories}} from memories
where tenant = $1 and user_id = $2 and status in ('active', 'superseded', 'expired')
  and said_at <= $3 and (ended_at is null or ended_at > $3)
  and (valid_from is null or valid_from <= $3) and (valid_to is null or valid_to > $3) and (expires_at is null or expires_at > $3)
  and not exists (select 1 from memories s where s.tenant = memories.tenant and s.id = memories.superseded_by and s.said_at <= $3 and (s.valid_from is null or s.valid_from <= $3))
  and (agent = '' or $4 = '' or agent = $4)
  and (scope = 'user_global' or (scope in ('session', 'conversation') and conversation = $5) or (scope = 'site' and site = $6))
order by n desc limit 5000;

-- name: memories_begun
select n, valid_from from memories
where tenant = $1 and user_id = $2 and status = 'active' and valid_from is not null and valid_from >= $3 and valid_from < $4
order by valid_from desc limit $5;

-- name: clues_to_turns
select m.n, m.conversation, m.seq, m.role, m.name, m.content, m.at, c.agent
from messages m join conversations c on c.tenant = m.tenant and c.user_id = m.user_id and c.id = m.conversation
where m.tenant = $1 and m.user_id = $2 and m.n > $3 and not c.private and m.embedding_model <> '-'
order by m.n;

-- name: vectors_of_owner
select n, ref, v from vectors where owner = $1 and kind = $2 and model = $3 and n > $4 order by n;

-- name: newest_change
select coalesce(max(n), 0) from changes where tenant = $1 and user_id = $2;

-- name: stamp
select (select coalesce(max(n), 0) from changes where tenant = $1 and user_id = $2), (select coalesce(max(n), 0) from forgettings where owner = $3),
  coalesce((select cast(card as text) from rolecards where tenant = $1 and user_id = $2), '');

-- name: is_private
select private from conversations where tenant = $1 and user_id = $2 and id = $3;

-- name: forget
insert into forgettings (owner, at) values ($1, $2);

-- name: recent_conversations
select id from conversations where tenant = $1 and user_id = $2 order by updated_at desc limit $3;
