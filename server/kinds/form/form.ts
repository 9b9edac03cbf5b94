import { formWork } from '#server/stages/forms/form-work.ts'
import { formsInWords } from '#server/stages/forms/forms-in-words.ts'
import { serverKind, settingsAt } from '#server/stages/kind.ts'
import { formKind } from '#shared/kinds/form/contract.ts'

export const form = serverKind(formKind, {
  work: formWork({
    questions: ({ form }) => form,
    follows: (stage) => (settingsAt(formKind, stage).check === 'auto' ? 'accept' : 'wait'),
    faultyDraft: 'taken',
    inWords: formsInWords,
  }),
  attempts: null,
  built: { in: 'versions' },
  standing: null,
  ownData: null,
  files: null,
  checklist: (stage) => (stage.form ? [] : [{ level: 'red', text: 'Анкета без вопросов: опубликуйте её' }]),
})
