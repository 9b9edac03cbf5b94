import { formWork } from '#server/stages/forms/form-work.ts'
import { serverKind, settingsAt } from '#server/stages/kind.ts'
import { humanReadable } from '#shared/forms/fields/answer.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { essayKind } from '#shared/kinds/essay/contract.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import type { TextSettings } from '#shared/stages/text-contract.ts'
import { textForm } from '#shared/stages/text-work.ts'

const essayForm = (settings: TextSettings) =>
  textForm(settings, { code: 'essay', title: 'Эссе', text: 'Текст эссе', file: 'Файл к эссе' })

export const essay = serverKind(essayKind, {
  work: formWork({
    questions: (stage) => essayForm(settingsAt(essayKind, stage)),
    follows: () => 'prepare',
    // A draft beyond the limits could not be handed in by the person either.
    faultyDraft: 'declined',
    inWords: async (_db, handedIn) =>
      handedIn.map(({ data, ...stage }) => humanReadable(essayForm(settingsAt(essayKind, stage)), data)),
  }),
  attempts: null,
  standing: null,
  ownData: null,
  files: null,
  compared: {
    among: 'stage',
    threshold: (settings) => (settings as SettingsOf<typeof essayKind>).similarity,
    passages: ({ text }) => [{ label: 'Текст эссе', text: textOf(text) }],
    given: (settings) => (settings as TextSettings).task,
  },
  checklist: ({ settings: { task, min_words: min, max_words: max } }) => [
    ...(task.trim() === '' ? [{ level: 'red' as const, text: 'Не написано задание эссе' }] : []),
    ...(max > 0 && min > max ? [{ level: 'red' as const, text: 'Слов не меньше, чем разрешено' }] : []),
  ],
})
