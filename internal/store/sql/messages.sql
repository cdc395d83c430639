-- name: insert_message
insert into messages (tenant, user_id, conversation, id, seq, role, name, content, at, received_at, embedding_model)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (tenant, user_id, conversation, id) do nothing
returning n;

-- name: message
select {{messages}} from messages where tenant = $1 and user_id = $2 and conversation = $3 and id = $4;

-- name: message_before
select {{messages}} from messages
where tenant = $1 and user_id = $2 and conversation = $3 and role = 'user'
  and seq < (select seq from messages where tenant = $1 and user_id = $2 and conversation = $3 and id = $4)
order by seq desc limit 1;

-- name: list_messages
select seq, {{messages}} from messages
where tenant = $1 and user_id = $2 and conversation = $3 and seq > $4
order by seq limit $5;

-- name: insert_outcome
insert into outcomes (tenant, user_id, conversation, message, state, reason, job, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: set_outcome
update outcomes set state = $5, reason = $6, memories = $7, updated_at = $8
where tenant = $1 and user_id = $2 and conversation = $3 and message = $4;

-- name: outcome
select {{outcomes}} from outcomes where tenant = $1 and user_id = $2 and conversation = $3 and message = $4;

-- name: list_outcomes
select n, {{outcomes}} from outcomes
where tenant = $1 and user_id = $2 and conversation = $3 and n > $4
order by n limit $5;

-- name: count_outcomes
select state, count(*) from outcomes where tenant = $1 group by state;
