import type { EssaySettings } from '#shared/stages/essay/contract.ts'
import { essayFaults } from '#shared/stages/essay/essay-text.ts'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { WorkScreen } from '#web/stages/WorkScreen.tsx'
import type { WorkLook } from '#web/stages/work-screen.ts'
import { EssayConditions } from './EssayConditions.tsx'
import { EssayFields } from './EssayFields.tsx'
import EssayReview from './EssayReview.tsx'
import { EssayTask } from './EssayTask.tsx'

const look: WorkLook<EssaySettings> = {
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
    notHandedIn: 'Эссе не сдано',
    notNeeded: 'Эссе не понадобилось',
    notNeededAdvice: 'Этап засчитан без него, сдавать ничего не нужно.',
    answers: 'Ваше эссе',
  },
  faults: essayFaults,
  Fields: EssayFields,
  Aside: EssayConditions,
  wide: true,
  Task: EssayTask,
  Review: EssayReview,
}

/** Writing and handing in an essay; afterwards its content and status. */
export default function EssayScreen(props: StageScreenProps) {
  return <WorkScreen {...props} look={look} />
}
