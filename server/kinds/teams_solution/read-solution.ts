import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { isWorkable } from '#server/stages/one-stage.ts'
import { draftOf, lastHandIn } from '#server/stages/work-owner.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { awayAfter } from '#shared/kinds/teams_solution/limits.ts'
import { fieldOf, sectionsOf } from '#shared/kinds/teams_solution/solution-form.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { drawIfMissing } from './draw-tasks.ts'
import { arrivesWithUpload } from './late-upload.ts'
import { filesIn, type InSolution, leadersOf, nameOf, type SolutionStage, solutionStage } from './solution-stage.ts'

/** All data of the page of a team's solution. */
export async function readSolution(services: Services, of: InSolution) {
  const now = services.clock()
  return solutionPage(services, await solutionStage(services, of, now), now)
}

/** The page of a stage that was just read or written. */
export async function solutionPage(services: Services, at: SolutionStage, now: Date) {
  const { db } = services
  const { stage, settings, owner } = at
  const [leaders, draft, handIn, sections, noted] = await Promise.all([
    leadersOf(db, owner),
    draftOf(db, owner),
    lastHandIn(db, owner),
    sectionRows(services, at, now),
    notesOf(services, at, now),
  ])
  const { captain, deputy } = leaders
  const revision = draft?.revision ?? 0
  const open = isWorkable(stage)
  // The portal may have handed in an earlier revision than the draft.
  const data = (open ? draft?.data : (handIn?.data ?? draft?.data)) ?? {}
  const rows = new Map(sections.map((row) => [row.section, row]))
  const task = settings.tasks.length > 0 ? (leaders.task ?? (await drawIfMissing(services, at))) : null
  const own = settings.tasks.find(({ code }) => code === task)
  const leads = owner.accountId === captain || owner.accountId === deputy
  const agreed = new Set(noted.agreed.filter((each) => each.revision === revision).map(({ account_id }) => account_id))
  const here = new Set(noted.here)
  return {
    status: stage.state.status,
    stamp: await stampOf(services, at, now),
    team: { team_id: owner.teamId, name: noted.team },
    members: leaders.members.map((member) => ({
      test_id: member.test_id,
      name: nameOf(member),
      role: roleOf(member.account_id, { captain, deputy }),
      me: member.account_id === owner.accountId,
      here: here.has(member.account_id),
      agreed: agreed.has(member.account_id),
    })),
    task: own ? { title: own.title, text: own.text } : null,
    revision,
    sections: sectionsOf(settings).map(({ code, title, hint, limit, required }) => {
      const row = rows.get(code)
      return {
        ...{ code, title, hint, limit, required, text: textOf(data[fieldOf(code)]) },
        revision: row?.revision ?? 0,
        saved_at: row?.saved_at ? formatWire(row.saved_at) : null,
        saved_by: row?.author ?? '',
        held: row?.held ? { name: row.holder_name, me: row.holder_id === owner.accountId } : null,
      }
    }),
    files: filesIn(data),
    max_files: settings.files,
    asks_agreement: settings.agree,
    may_write: open,
    may_hand_in: leads && (open || (await arrivesWithUpload(db, at, now)) !== null),
    may_name_deputy: owner.accountId === captain && open,
    handed_in_revision: handIn?.revision ?? 0,
    comments: noted.comments,
  }
}

const roleOf = (accountId: number, { captain, deputy }: { captain: number | null; deputy: number | null }) =>
  accountId === captain ? ('captain' as const) : accountId === deputy ? ('deputy' as const) : ('member' as const)

/** A condition: the section `r` is held, and its holder is still in the team. */
const isHeld = (now: Date) => sql<boolean>`(r.holder_id is not null and r.held_until > ${now} and exists (
  select from formed_team_members m where m.team_id = r.team_id and m.account_id = r.holder_id and m.state = 'active'))`

async function sectionRows({ db }: Pick<Services, 'db'>, { owner }: SolutionStage, now: Date) {
  const { rows } = await sql<{
    section: string
    revision: number
    saved_at: Date | null
    author: string | null
    holder_id: number | null
    holder_name: string
    held: boolean
  }>`
    select r.section, r.revision, r.saved_at, r.holder_id, ${isHeld(now)} as held,
      concat_ws(' ', w.last_name, w.first_name) as author, concat_ws(' ', h.last_name, h.first_name) as holder_name
    from solution_sections r
    left join accounts w on w.id = r.saved_by
    left join accounts h on h.id = r.holder_id
    where r.stage_id = ${owner.stageId} and r.team_id = ${owner.teamId}`.execute(db)
  return rows
}

/** The name of the team, who is here, who has agreed to which revision, and the number of comments. */
async function notesOf({ db }: Pick<Services, 'db'>, { owner: { stageId, teamId } }: SolutionStage, now: Date) {
  const since = new Date(now.getTime() - awayAfter)
  const { rows } = await sql<{
    team: string
    here: number[]
    agreed: { account_id: number; revision: number }[]
    comments: number
  }>`
    select t.name as team,
      array(select p.account_id from solution_presence p
        where p.stage_id = ${stageId} and p.team_id = t.id and p.seen_at > ${since}) as here,
      coalesce((select json_agg(json_build_object('account_id', g.account_id, 'revision', g.revision))
        from solution_agreements g where g.stage_id = ${stageId} and g.team_id = t.id), '[]') as agreed,
      (select count(*)::int from solution_comments c where c.stage_id = ${stageId} and c.team_id = t.id) as comments
    from formed_teams t where t.id = ${teamId}`.execute(db)
  const [noted] = rows
  if (!noted) throw new Error('a team that works is not there')
  return noted
}

/** A stamp that changes with everything on the page, except who is here. */
export async function stampOf(
  { db }: Pick<Services, 'db'>,
  { stage, owner: { stageId, teamId } }: SolutionStage,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ parts: string }>`
    select concat_ws('|',
      (select d.revision from stage_drafts d where d.stage_id = ${stageId} and d.team_id = ${teamId}),
      (select max(h.revision) from hand_ins h where h.stage_id = ${stageId} and h.team_id = ${teamId}),
      (select string_agg(r.section || ':' || r.revision || ':' || case when ${isHeld(now)} then r.holder_id end, ',' order by r.section)
        from solution_sections r where r.stage_id = ${stageId} and r.team_id = ${teamId}),
      (select string_agg(g.account_id || ':' || g.revision, ',' order by g.account_id)
        from solution_agreements g where g.stage_id = ${stageId} and g.team_id = ${teamId}),
      (select max(c.id) from solution_comments c where c.stage_id = ${stageId} and c.team_id = ${teamId}),
      (select x.deputy_id from team_solutions x where x.stage_id = ${stageId} and x.team_id = ${teamId}),
      (select string_agg(m.account_id || m.role, ',' order by m.account_id)
        from formed_team_members m where m.team_id = ${teamId} and m.state = 'active')) as parts`.execute(db)
  return createHash('sha256').update(`${stage.state.status}|${rows[0]?.parts}`).digest('hex').slice(0, 16)
}
