/** A connection to the database. */
interface Connected {
  query(text: string, values?: unknown[]): Promise<{ rows: { open?: boolean }[] }>
}

/** Whether this role, by default the connected one, could change rows of the audit, drop it, or become its owner. */
export async function isAuditOpen(connected: Connected, role: string | null = null): Promise<boolean> {
  const { rows } = await connected.query(
    `select pg_has_role(role, c.relowner, 'member') or pg_has_role(role, n.nspowner, 'member')
      or has_table_privilege(role, c.oid, 'update, delete, truncate, trigger, references') as open
    from (select coalesce($1::name, current_user) as role) as asked, pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = 'public.audit'::regclass`,
    [role],
  )
  return rows[0]?.open === true
}

/**
 * Takes the audit, its functions and its schema from the portal's role, which may then only read and add rows. Whoever
 * owns a schema could drop its tables, so the schema is taken too. Runs at every start, as the owner, after the
 * migrations; a migration that changes the audit later begins with `set local role none`.
 */
export async function guardAudit(owner: Connected, role: string): Promise<void> {
  if (!(await isAuditOpen(owner, role))) return
  await owner.query('select set_config($1, $2, false)', ['audit.portal', role])
  await owner.query(take)
}

const take = `
do $$
declare portal text := current_setting('audit.portal');
begin
  alter schema public owner to current_user;
  alter table public.audit owner to current_user;
  alter function public.audit_hash owner to current_user;
  alter function public.audit_link owner to current_user;
  alter function public.audit_is_append_only owner to current_user;
  execute format('grant usage, create on schema public to %I', portal);
  execute format('revoke all on public.audit from public, %I', portal);
  execute format('grant select, insert on public.audit to %I', portal);
end $$`
