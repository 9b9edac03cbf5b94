import type { essayKind } from '#shared/kinds/essay/contract.ts'
import { textFaults } from '#shared/stages/text-work.ts'
import { WorkScreen } from '#web/kinds/screen/WorkScreen.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { TextConditions } from '#web/stages/TextConditions.tsx'
import { TextFields } from '#web/stages/TextFields.tsx'
import TextReview from '#web/stages/TextReview.tsx'
import { TextTask } from '#web/stages/TextTask.tsx'
import type { LookOf } from '#web/stages/work-screen.ts'

const look: LookOf<typeof essayKind> = {
  words: {
    loading: 'Загружаем эссе…',
    failed: 'Эссе не загрузилось',
    notReady: 'Задание ещё готовится',
    check: 'Проверьте эссе перед сдачей',
    afterwards: 'После сдачи изменить эссе можно, только если эксперт вернёт его на доработку.',
    handIn: 'Сдать эссе',
    handingIn: 'Сдаём эссе…',
    closed: 'Сдать эссе уже нельзя. Написанное сохранено в черновике.',
    changed: 'Задание обновилось, пока вы писали',
    changedAdvice: 'Ваш текст на месте. Проверьте отмеченные поля и сдайте эссе ещё раз.',
    taken: 'Эссе принято',
    handedIn: 'Эссе сдано',
    notNeeded: 'Эссе не понадобилось',
    notNeededAdvice: 'Этап засчитан без него, сдавать ничего не нужно.',
    answers: 'Ваше эссе',
  },
  faults: textFaults,
  Fields: TextFields,
  Aside: TextConditions,
  Task: TextTask,
  Review: TextReview,
}

/** Writing and handing in an essay; afterwards its content and status. */
export default function EssayScreen(props: StageScreenProps) {
  return <WorkScreen {...props} look={look} />
}
