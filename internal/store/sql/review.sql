-- name: insert_retirement
insert into retirements (tenant, {{retirements}}) values ($1, {{retirements values}});

-- name: list_retirements
select n, {{retirements}} from retirements
where tenant = $1 and user_id = $2 and ($3 = 0 or n < $3)
order by n desc limit $4;

-- name: standing_retirements
-- Not those whose memory somebody brought back.
select {{r.retirements}} from retirements r left join memories m on m.tenant = r.tenant and m.id = r.memory
where r.tenant = $1 and r.user_id = $2 and (m.id is null or m.status not in ('active', 'pending'))
order by r.n desc limit 1000;

-- name: retirement
select {{retirements}} from retirements where tenant = $1 and id = $2;

-- name: delete_retirement
delete from retirements where tenant = $1 and id = $2;
