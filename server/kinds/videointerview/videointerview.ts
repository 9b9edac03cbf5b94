import { serverKind } from '#server/stages/kind.ts'
import { videointerviewKind } from '#shared/kinds/videointerview/contract.ts'
import { interviewWork } from './interview-work.ts'
import { ownInterviews } from './own-interviews.ts'
import { videoStanding } from './standing.ts'
import { heldByTakes } from './store.ts'

export const videointerview = serverKind(videointerviewKind, {
  work: interviewWork,
  attempts: null,
  standing: videoStanding,
  ownData: { name: 'video_interviews', title: 'Видеоинтервью', read: ownInterviews },
  files: (db, files) =>
    heldByTakes(
      db,
      files.map(({ id }) => id),
    ),
  checklist: ({ settings: { questions }, submitDraftAtEnd }) => [
    ...(questions.length === 0 ? [{ level: 'red' as const, text: 'Нет ни одного вопроса' }] : []),
    ...(submitDraftAtEnd
      ? []
      : [{ level: 'yellow' as const, text: 'Записанное не сдаётся само, когда этап закончится' }]),
  ],
})
