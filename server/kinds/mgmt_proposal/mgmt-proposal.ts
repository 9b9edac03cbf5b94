import type { Tx } from '#server/db.ts'
import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import { formWork } from '#server/stages/forms/form-work.ts'
import { type IncomingWork, serverKind, settingsAt, type TakenWork, type TakesWork } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { chosenId, rowsOf, textOf } from '#shared/forms/fields/field.ts'
import { type MgmtProposalSettings, mgmtProposalKind } from '#shared/kinds/mgmt_proposal/contract.ts'
import { blockLabel, blocks, proposalForm } from '#shared/kinds/mgmt_proposal/proposal-form.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { ownUseConsents } from './own-use-consents.ts'
import { usualCriteria } from './rubric.ts'
import { proposalStanding } from './standing.ts'
import { hasPlace } from './topic-places.ts'

const settingsOf = (stage: Pick<SeasonStage, 'settings'>) => settingsAt(mgmtProposalKind, stage)

const written = formWork({
  questions: (stage) => proposalForm(settingsOf(stage)),
  follows: () => 'wait',
  // A draft with gaps could not be handed in by the person either.
  faultyDraft: 'declined',
  inWords: async (db, handedIn, { dictionaries }) => {
    const all = await dictionaries.now(db)
    return handedIn.map(({ data, ...stage }) => {
      const form = proposalForm(settingsOf(stage))
      return form ? humanReadable(form, data, wholeDictionaries(all, form)) : []
    })
  },
})

const topicOf = ({ stage, data }: Pick<IncomingWork, 'stage' | 'data'>) =>
  settingsOf(stage.row).topics.find(({ code }) => code === chosenId(data.topic))

/** A hand-in takes a place in its topic and waits for the formal check. */
const work: TakesWork = {
  ...written,
  async take(db, services, incoming) {
    const taken = await written.take(db, services, incoming)
    return taken === 'repeated' ? taken : withPlace(taken, incoming)
  },
  draft: written.draft && {
    ...written.draft,
    async atEnd(tx, services, incoming) {
      const taken = await written.draft?.atEnd(tx, services, incoming)
      const topic = topicOf(incoming)
      if (!taken || !topic || !(await hasPlace(tx, placeOf(incoming), topic))) return null
      return withPlace(taken, incoming)
    },
  },
}

const placeOf = ({ stage, accountId }: IncomingWork) => ({ stageId: stage.row.id, accountId })

function withPlace(taken: TakenWork, incoming: IncomingWork): TakenWork {
  const place = placeOf(incoming)
  const topic = topicOf(incoming)
  if (!topic) throw new Refusal('unknown_topic')
  const keep = async (tx: Tx) => {
    if (!(await hasPlace(tx, place, topic))) {
      const message = 'Мест в этой теме больше нет. Выберите другую'
      throw new Refusal('topic_full', {
        values: { topic: topic.title },
        fields: { topic: { rule: 'full', message } },
      })
    }
    await tx
      .updateTable('works')
      .set({ topic: topic.code, step: 'check' })
      .where('stage_id', '=', place.stageId)
      .where('account_id', '=', place.accountId)
      .execute()
  }
  return { ...taken, keep }
}

export const mgmtProposal = serverKind(mgmtProposalKind, {
  work,
  attempts: null,
  standing: proposalStanding,
  ownData: { name: 'work_consents', title: 'Согласия на использование предложений', read: ownUseConsents },
  files: null,
  compared: {
    among: 'kind',
    threshold: (settings) => (settings as MgmtProposalSettings).similarity,
    passages: (data) => [
      ...blocks.map((block) => ({ label: blockLabel(block), text: textOf(data[block]) })),
      {
        label: 'Показатели',
        text: rowsOf(data.indicators)
          .map((row) => textOf(row.title))
          .join('\n'),
      },
    ],
    given(settings) {
      const { task, topics } = settings as MgmtProposalSettings
      return [task, ...topics.map(({ title }) => title)].join('\n')
    },
  },
  judging: { settings: { readers: 2, other_region: 'rule' }, criteria: usualCriteria },
  checklist: ({ settings: { topics } }) => {
    const codes = topics.map(({ code }) => code)
    const twice = [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))]
    return [
      ...(topics.length === 0 ? [{ level: 'red' as const, text: 'Нет ни одной темы' }] : []),
      ...twice.map((code) => ({ level: 'red' as const, text: `Код темы ${quoted(code)} повторяется` })),
    ]
  },
})
