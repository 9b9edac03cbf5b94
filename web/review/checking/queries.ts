import { queryOptions } from '@tanstack/react-query'
import type { CheckDraft, Verdict } from '#shared/review/checking/check.ts'
import { worksPage } from '#shared/review/checking/limits.ts'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'

export type Queue = Answer<'GET /desk'>['queues'][number]
export type DeskWork = Answer<'GET /desk/works/:work_id'>
export type Checked = Answer<'POST /desk/works/:work_id/check'>

/** The queues of this person. They change with every work that others take, so they are loaded again each time. */
export const queuesQuery = queryOptions({ queryKey: ['desk'], queryFn: () => api('GET /desk'), staleTime: 0 })

export type ListedWork = Answer<'GET /desk/stages/:stage_id/works'>['works'][number]
export type ListedState = 'waits' | 'decided'

export const worksQuery = (
  stageId: number,
  { state, search, page }: { state: ListedState; search: string; page: number },
) =>
  queryOptions({
    queryKey: ['desk', 'stages', stageId, state, search, page],
    queryFn: () =>
      api('GET /desk/stages/:stage_id/works', {
        params: { stage_id: stageId },
        query: { state, search, limit: worksPage, offset: (page - 1) * worksPage },
      }),
    staleTime: 0,
  })

export const deskWorkQuery = (workId: number) =>
  queryOptions({
    queryKey: ['desk', 'works', workId],
    queryFn: () => api('GET /desk/works/:work_id', { params: { work_id: workId } }),
    staleTime: 0,
    gcTime: 0,
  })

interface OfQueue {
  work_id: number | null
  team_id: number | null
}

/** The path of the page of a work or of a team in a queue, below the path `desk`. */
export const deskPath = (desk: string, { work_id, team_id }: OfQueue): string | null =>
  work_id !== null ? `${desk}/works/${work_id}` : team_id === null ? null : `${desk}/teams/${team_id}`

/**
 * Takes the next work of the stage and gives the path of its page; the work `after` is put aside. Null when there is
 * none.
 */
export const takeNext = async (desk: string, stageId: number, after?: number): Promise<string | null> =>
  deskPath(
    desk,
    await api('POST /desk/stages/:stage_id/next', { params: { stage_id: stageId }, body: after ? { after } : {} }),
  )

export const downloadOf = (workId: number) => (fileId: string) =>
  download('GET /desk/works/:work_id/files/:file_id', { params: { work_id: workId, file_id: fileId } })

export const playVideoOf = (workId: number) => (fileId: string) =>
  api('POST /desk/works/:work_id/videos/:file_id', { params: { work_id: workId, file_id: fileId } })

export const releaseWork = (workId: number) => api('DELETE /desk/works/:work_id/hold', { params: { work_id: workId } })

export const sendVerdict = (workId: number, handIn: number, verdict: Verdict, typed: CheckDraft): Promise<Checked> => {
  const { verdict: _chosen, remarks, ...words } = typed
  return api('POST /desk/works/:work_id/check', {
    params: { work_id: workId },
    body: { hand_in: handIn, verdict, ...words, ...(verdict === 'return' ? { remarks } : {}) },
  })
}

/** What the checker types about a hand-in, as a draft on the server. */
export const checkDraftOn = ({ work_id, hand_in, draft }: DeskWork): DraftServer => ({
  read: async () => ({
    draft: draft?.data ?? {},
    revision: draft?.revision ?? 0,
    saved_at: draft?.saved_at ?? null,
  }),
  write: (data, revision, { keepalive }) =>
    api('PUT /desk/works/:work_id/draft', {
      params: { work_id },
      body: { hand_in: hand_in.id, data: typedIn(data), revision },
      keepalive,
    }),
})

const empty: CheckDraft = { verdict: null, remarks: [], reason_code: '', reason: '', note: '' }

/** A kept draft in its shape; an older copy in this browser may lack a part. */
export const typedIn = (data: Record<string, unknown>): CheckDraft => ({ ...empty, ...(data as Partial<CheckDraft>) })
