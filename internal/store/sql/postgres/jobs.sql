-- name: claim_lanes
update lanes set lease = $1, leased_until = $2
where lane in (
  select lane from lanes where leased_until <= $3 and wait_until <= $3 and failed_at <= $4
  order by ready_at, lane limit $5 for update skip locked)
returning lane;
