import type { formKind } from '#shared/kinds/form/contract.ts'
import { WorkScreen } from '#web/kinds/screen/WorkScreen.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { LookOf } from '#web/stages/work-screen.ts'
import { FormContents } from './FormContents.tsx'

const look: LookOf<typeof formKind> = {
  words: {
    loading: 'Загружаем анкету…',
    failed: 'Анкета не загрузилась',
    notReady: 'Анкета ещё готовится',
    check: 'Проверьте ответы перед сдачей',
    afterwards: 'После сдачи изменить ответы можно, только если эксперт вернёт анкету на доработку.',
    handIn: 'Сдать анкету',
    handingIn: 'Сдаём анкету…',
    closed: 'Сдать анкету уже нельзя. Написанное сохранено в черновике.',
    changed: 'Анкета обновилась, пока вы её заполняли',
    changedAdvice: 'Ваши ответы на месте. Проверьте отмеченные поля и сдайте анкету ещё раз.',
    taken: 'Анкета принята',
    handedIn: 'Анкета сдана',
    notNeeded: 'Анкета не понадобилась',
    notNeededAdvice: 'Этап засчитан без неё, сдавать ничего не нужно.',
    answers: 'Ваши ответы',
  },
  faults: null,
  Aside: FormContents,
}

/** Filling in and handing in a form; afterwards its content and status. */
export default function FormScreen(props: StageScreenProps) {
  return <WorkScreen {...props} look={look} />
}
