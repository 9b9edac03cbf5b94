import { sql } from 'kysely'
import type { Assisted } from '#server/accounts/rights/assistants.ts'
import { withPicture } from '#server/forms/files/picture-name.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { meetingsWith } from '#server/programme/meetings/store.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { MentorWish } from '#shared/programme/mentors/mentorship-status.ts'
import { assistantInWords, helperColumns } from './store.ts'

/**
 * One page of the people who handed in a choice of this mentor, those who wait for an answer first, with the meetings
 * with each: three queries in all. An assistant sees no wish and no report.
 */
export async function listMentorUsers(services: Services, mentorId: number, page: Page, assistant?: Assisted) {
  const { db, clock } = services
  const now = clock()
  const choices = db
    .selectFrom('mentor_choices as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .where('c.mentor_id', '=', mentorId)
    .where('a.disabled_at', 'is', null)
    .$if(assistant !== undefined, (all) => all.where('a.id', '<>', assistant?.assistant.id ?? 0))
  // The same condition as `may_answer` below.
  const waits = sql<boolean>`(c.status = 'proposed' and (c.matched or s.settings->>'way' is distinct from 'matching')
    and (c.answer_until is null or c.answer_until > ${now}))`
  const listed = choices
    .leftJoin('files', 'files.id', 'c.file_id')
    .leftJoin('accounts as h', 'h.id', 'c.assistant_id')
    .select(helperColumns)
    .innerJoin('competitions', 'competitions.code', 's.competition_code')
    .select(['a.id', 'a.test_id', 'a.last_name', 'a.first_name', 'a.middle_name', 'a.avatar', 'competitions.title'])
    .select('s.title as stage')
    .select(['c.rank', 'c.matched', 'c.wish', 'c.answer_until', 'c.answered_by', 'c.answer', 's.settings'])
    .select(['c.stage_id', 'c.status', 'c.reasons', 'c.comment', 'c.chosen_at', 'c.file_id', 'files.name as file_name'])
    .select(sql<string>`count(*) filter (where ${waits}) over ()`.as('waiting'))
    .orderBy(waits, 'desc')
    .orderBy(sql`case when ${waits} then c.answer_until end`, (by) => by.asc().nullsLast())
    .orderBy('c.chosen_at', 'desc')
    .orderBy('a.id')
  const { rows: people, count } = await readPage(listed, page)
  const met = await meetingsWith(db, { mentorId, people: people.map(({ id }) => id) }, now)
  const byChoice = groupBy(met, ({ account_id, stage_id }) => `${account_id} ${stage_id}`)
  const metBy = ({ id, stage_id }: (typeof people)[number]) => byChoice.get(`${id} ${stage_id}`) ?? []
  return {
    users: people.map((person) => ({
      user_id: person.test_id,
      fio: formalName(person),
      // Only people who work together see each other.
      avatar: person.status === 'accepted' ? withPicture(services, person).avatar : null,
      competition: person.title,
      stage_id: person.stage_id,
      stage: person.stage,
      status: person.status,
      reasons: person.reasons,
      comment: person.comment,
      user_file_url: person.file_id && `/api/v3/${filesOf(assistant)}/files/${person.file_id}`,
      user_file_name: person.file_name,
      chosen_at: formatWire(person.chosen_at),
      rank: person.rank,
      ...answerable(person, now),
      // An assistant does not see the mentor's wish.
      ...(assistant ? { may_wish: false, wish: 0 as const } : { wish: person.wish as MentorWish }),
      by_other: person.status === 'ended' && person.answered_by === 'other',
      answer: person.answer,
      assistant: assistantInWords(person),
      meetings_count: Number(metBy(person)[0]?.all ?? 0),
      meetings: metBy(person).map((meeting) => ({
        id: meeting.id,
        status: meeting.status,
        user_meeting_status: meeting.user_meeting_status,
        format: meeting.format,
        meeting_date: formatWire(meeting.starts_at),
        place: meeting.place,
        proposed_date: meeting.proposed_at && formatWire(meeting.proposed_at),
        comment: meeting.comment,
        ...(assistant ? { came: null, report: '' } : { came: meeting.came, report: meeting.report }),
      })),
    })),
    count,
    waiting: Number(people[0]?.waiting ?? 0),
  }
}

const filesOf = (assistant: Assisted | undefined): string =>
  assistant ? `assistants/${assistant.mentorNumber}` : 'mentors'

interface Answerable {
  status: string
  matched: boolean
  answer_until: Date | null
  settings: Record<string, unknown>
}

/** What the mentor may do about a person now: answer, or state a wish before a matching. */
function answerable({ status, matched, answer_until: until, settings }: Answerable, now: Date) {
  const open = status === 'proposed'
  const byMatching = settings.way === 'matching'
  const may = open && (matched || !byMatching) && (until === null || until > now)
  return {
    may_answer: may,
    may_wish: open && byMatching && !matched,
    answer_until: may && until ? formatWire(until) : null,
  }
}
