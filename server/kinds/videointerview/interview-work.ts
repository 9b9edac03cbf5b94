import type { Db, Tx } from '#server/db.ts'
import type { IncomingWork, TakenWork, TakesWork } from '#server/stages/kind.ts'
import { closed } from '#server/stages/one-stage.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { minutesAndSeconds } from '#shared/platform/time/minutes-and-seconds.ts'
import { endTake } from './begin-take.ts'
import { interviewSettings, isOpen, refuseUnlessOpen, uploadUntil } from './interview-stage.ts'
import { chosenIn, questionsOf } from './read-interview.ts'
import { askedQuestions, lockTake, takesOf, usualTake } from './store.ts'

const minute = 60_000

/** The handed-in answer to one question. */
interface HandedInAnswer {
  question: number
  /** The text that was shown. */
  text: string
  take_id: number
  file_id: string
  name: string
  seconds: number
}

/** The take of each question: the chosen one, otherwise the default. */
async function answersOf(db: Db | Tx, { accountId, stage, data }: Pick<IncomingWork, 'accountId' | 'stage' | 'data'>) {
  const person = { accountId, stageId: stage.row.id }
  const takes = (await takesOf(db, person)).filter(({ state, file_id }) => state === 'ready' && file_id !== null)
  const chosen = chosenIn(data)
  const order = questionsOf(interviewSettings(stage.row), person, await askedQuestions(db, person))
  const faults: FieldFaults = {}
  const files: string[] = []
  const answers = order.flatMap(({ question, shown }, at): HandedInAnswer[] => {
    const own = takes.filter((take) => take.question === question)
    const take = own.find(({ id }) => id === chosen.get(question)) ?? usualTake(own)
    if (!take?.file_id || !shown) {
      faults[String(question)] = { rule: 'required', message: `На вопрос ${at + 1} нет записанного ответа` }
      return []
    }
    files.push(...[take.file_id, take.voice_id, take.play_id, take.poster_id].filter((id) => id !== null))
    const seconds = Math.round((take.duration_ms ?? 0) / 1000)
    const name = `Ответ ${at + 1}.${take.type.slice('video/'.length)}`
    return [{ question, text: shown.text, take_id: take.id, file_id: take.file_id, name, seconds }]
  })
  return { answers, files, faults }
}

const takenOf = (answers: HandedInAnswer[], fileIds: string[]): TakenWork => ({
  data: { answers },
  fileIds,
  follows: 'wait',
})

export const interviewWork: TakesWork = {
  questions: () => null,
  toCheck: 'inWords',
  people: () => true,
  inWords: async (_db, handedIn) => handedIn.map(({ data }) => inWords(data)),

  async take(db, _services, work) {
    if (!isOpen(work.stage)) throw closed(work.stage.state)
    const { answers, files, faults } = await answersOf(db, work)
    if (answers.length === 0 || Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
    return takenOf(answers, files)
  },

  draft: {
    async look(_db, { stage, data }) {
      refuseUnlessOpen(stage)
      return { data: { chosen: Object.fromEntries(chosenIn(data)) }, faults: {} }
    },
    // Recordings from before the end may still be on their way.
    async waits(tx, _services, { accountId, stage, now }) {
      const until = uploadUntil(stage)
      const takes = await takesOf(tx, { accountId, stageId: stage.row.id })
      const soon = new Date(now.getTime() + minute)
      const arriving = takes.filter(({ state }) => state === 'recording' || state === 'uploading')
      if (arriving.length > 0 && until && now < until) return soon < until ? soon : until
      for (const { id } of arriving) {
        const take = await lockTake(tx, id)
        if (take) await endTake(tx, take, { total: take.received, broken: true }, now)
      }
      return arriving.length > 0 || takes.some(({ state }) => state === 'assembling') ? soon : null
    },
    async atEnd(tx, _services, work) {
      const { answers, files } = await answersOf(tx, work)
      return answers.length === 0 ? null : takenOf(answers, files)
    },
  },
}

function inWords(data: Record<string, unknown>): ReadableLine[] {
  const answers = Array.isArray(data.answers) ? (data.answers as HandedInAnswer[]) : []
  return answers.map(({ question, text, file_id, name, seconds }) => ({
    section: 'Видеоинтервью',
    label: text,
    value: `Видео, ${minutesAndSeconds(seconds)}`,
    field: String(question),
    files: [{ file_id, name }],
  }))
}
