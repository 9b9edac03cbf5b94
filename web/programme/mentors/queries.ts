import { queryOptions } from '@tanstack/react-query'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import type { FileAnswer } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { mentorReasons } from '#shared/programme/mentors/selection.ts'
import type { DraftData, DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { type HandedIn, workKey } from '#web/stages/queries.ts'

export type Mentor = Answer<'GET /user/mentors'>['mentors'][number]
export type Choice = Answer<'GET /user/choosed_mentors'>
export type MentorUser = Answer<'GET /mentors/users'>['users'][number]

/** A chosen mentor on the page: the person, the reasons and the message. */
export interface Chosen {
  mentor: Pick<Mentor, 'id' | 'fio' | 'position' | 'field' | 'region' | 'comment'> & { avatar?: string | null }
  reasons: number[]
  comment: string
  /** Attached to the message. A draft kept by an older page has none. */
  file?: FileAnswer | null
}

export const mentorsOnPage = 24

export const mentorsQuery = (stageId: number, find: { search: string; field: string; page: number }) =>
  queryOptions({
    queryKey: ['mentors', stageId, find],
    queryFn: () =>
      api('GET /user/mentors', {
        query: {
          mentorship: String(stageId),
          ...(find.search ? { search: find.search } : {}),
          ...(find.field ? { field: find.field } : {}),
          limit: mentorsOnPage,
          offset: (find.page - 1) * mentorsOnPage,
        },
      }),
  })

const readChoice = (stageId: number) => api('GET /user/choosed_mentors', { query: { mentorship: String(stageId) } })

export const choiceQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'mentors'],
    queryFn: () => readChoice(stageId),
    // While the page is open, it is the owner of the draft.
    refetchOnWindowFocus: false,
  })

export const chosenOf = (choice: Choice): Chosen[] =>
  choice.choosed_mentors.map(
    ({ reasons, user_comment, file_id, user_file_url: _, user_file_name: name, ...mentor }) => ({
      ...{ mentor, reasons, comment: user_comment },
      file: file_id !== null && name !== null ? { file_id, name } : null,
    }),
  )

const onWire = (chosen: readonly Chosen[]) =>
  chosen.map(({ mentor, reasons, comment, file }) => ({
    ...{ mentor_id: mentor.id, reasons, comment: comment.slice(0, 2000) },
    file_id: file?.file_id ?? null,
  }))

export const chosenInDraft = (draft: DraftData): Chosen[] => (draft.chosen as Chosen[] | undefined) ?? []

/** The draft in the browser has the mentors' full data, so that it can be shown while offline. */
export const choiceDraft = (stageId: number): DraftServer => ({
  async read() {
    const choice = await readChoice(stageId)
    const draft: DraftData = choice.choosed_mentors.length > 0 ? { chosen: chosenOf(choice) } : {}
    return { draft, revision: choice.revision, saved_at: choice.saved_at }
  },
  write: (data, revision, { keepalive }) =>
    api('POST /user/choosed_mentors', {
      body: { mentorship: stageId, choosed_mentors: onWire(chosenInDraft(data)), draft: true, revision },
      keepalive,
    }),
  // A mentor's free places change by themselves and are not part of the draft.
  kept: (data) => onWire(chosenInDraft(data)),
})

export async function handInChoice(stageId: number, chosen: readonly Chosen[], key: string): Promise<HandedIn | null> {
  const body = { mentorship: stageId, choosed_mentors: onWire(chosen) }
  return (await api('POST /user/choosed_mentors', { body, idempotencyKey: key })).handed_in
}

/** Shown under an answer that an assistant has given. */
export const answeredBy = (whom: string, assistant: string): string =>
  assistant === '' ? `${whom} ответил помощник` : `${whom} ответил помощник: ${assistant}`

export const reasonWords = (reasons: readonly number[]): string =>
  reasons.map((reason) => mentorReasons[reason as keyof typeof mentorReasons]).join(', ')

export const choiceInWords = (chosen: readonly Chosen[]): ReadableLine[] =>
  chosen.map(({ mentor, reasons, comment, file }, place) => ({
    section: 'Выбор',
    label: mentor.fio,
    value: [`На месте ${place + 1}`, reasonWords(reasons), comment, file?.name].filter(Boolean).join('. '),
  }))

/** The people who have chosen the mentor with this number, for the assistant; null: the reader is the mentor. */
export const mentorUsersQuery = (assisted: number | null, page: number) =>
  queryOptions({
    queryKey: ['mentor-users', assisted, page],
    queryFn: () => {
      const query = { limit: mentorsOnPage, offset: (page - 1) * mentorsOnPage }
      return assisted === null
        ? api('GET /mentors/users', { query })
        : api('GET /assistants/:mentor_id/users', { params: { mentor_id: assisted }, query })
    },
  })

/** The competition and the stage: a competition may have several at which mentors are chosen. */
export const whereChosen = ({ competition, stage }: Pick<MentorUser, 'competition' | 'stage'>): string =>
  `${competition}, этап ${quoted(stage)}`
