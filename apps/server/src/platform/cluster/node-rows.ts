/** Any number, the same in every Kindling: with a node's number the lock that the node holds while it lives. */
export const NODE_LOCK = 5_463_466;

/** As the columns of `node`. */
export interface NodeRow {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly draining: boolean;
  readonly calls: number;
  readonly capacity: number;
  readonly version: string;
  /** Compared alone. */
  readonly beat: string;
  /** Whether it is the one that asked. */
  readonly is_own: boolean;
}

/** The lock first: nobody may see the row of a node that has none. */
export const JOIN = `with joined as (
    insert into node (name, address, beat, capacity, version)
    values ($1, $2, clock_timestamp(), $3, $4) returning id
  )
  select id, pg_try_advisory_lock(${NODE_LOCK}, id) as locked from joined`;

/** Says that this node lives, and answers all there are; none is its own where it is over. */
export const BEAT = `with own as (
    update node set beat = clock_timestamp(), calls = $2, draining = $3 where id = $1 returning id
  )
  select n.id, n.name, n.address, n.draining, n.calls, n.capacity, n.version, n.beat::text as beat,
    exists (select from own where own.id = n.id) as is_own
  from node n order by n.id`;

export const TAKE_LOCK = `select pg_try_advisory_lock(${NODE_LOCK}, $1)`;

/** Nodes whose lock nobody holds. */
export const UNLOCKED = `select id from node where not exists (
    select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
    and classid = ${NODE_LOCK} and objid = node.id
    and database = (select oid from pg_database where datname = current_database())
  )`;

/** One winner, however many try. Without a proof of its own ($2) only by silence, by the database's clock. */
export const DECLARE_DEAD = `delete from node
  where id = $1 and ($2 or beat < clock_timestamp() - make_interval(secs => $3)) returning id`;

export const LEAVE = 'delete from node where id = any($1)';
