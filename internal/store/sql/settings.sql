-- name: setting
select value from settings where tenant = $1 and name = $2;

-- name: set_setting
insert into settings (tenant, name, value, updated_at) values ($1, $2, $3, $4)
on conflict (tenant, name) do update set value = excluded.value, updated_at = excluded.updated_at;

-- name: put_agent
insert into agents (tenant, {{agents}}) values ($1, {{agents values}})
on conflict (tenant, id) do update set
  name = excluded.name, model = excluded.model, immersion = excluded.immersion, overrides = excluded.overrides,
  styles = excluded.styles, temperature = excluded.temperature, updated_at = excluded.updated_at;

-- name: agent
select {{agents}} from agents where tenant = $1 and id = $2;

-- name: delete_agent
delete from agents where tenant = $1 and id = $2;

-- name: list_agents
select n, {{agents}} from agents where tenant = $1 and ($2 = 0 or n < $2) order by n desc limit $3;

-- name: insert_key
insert into keys (hash, {{keys}}) values ($1, {{keys values}});

-- name: key_by_hash
select {{keys}} from keys where hash = $1 and revoked_at is null;

-- name: list_keys
select {{keys}} from keys where tenant = $1 order by n;

-- name: count_keys
-- Revoked ones count: whoever had keys once does not want an open door.
select count(*) from keys;

-- name: use_key
update keys set last_used_at = $2 where hash = $1;

-- name: revoke_key
update keys set revoked_at = $3 where tenant = $1 and id = $2 and revoked_at is null;
