import type { mgmtProposalKind } from '#shared/kinds/mgmt_proposal/contract.ts'
import { WorkScreen } from '#web/kinds/screen/WorkScreen.tsx'
import AnswerReview from '#web/stages/AnswerReview.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { LookOf } from '#web/stages/work-screen.ts'
import { ProposalTask } from './ProposalTask.tsx'
import { ProposalUse } from './ProposalUse.tsx'
import { ProposalPlace } from './proposal-place.ts'

const look: LookOf<typeof mgmtProposalKind> = {
  words: {
    loading: 'Загружаем предложение…',
    failed: 'Предложение не загрузилось',
    notReady: 'Темы ещё готовятся',
    check: 'Проверьте предложение перед сдачей',
    afterwards:
      'После сдачи проверят форму: куратор темы может один раз вернуть предложение с замечаниями. Отозвать его можно, пока его не читают эксперты.',
    handIn: 'Сдать предложение',
    handingIn: 'Сдаём предложение…',
    closed: 'Сдать предложение уже нельзя. Написанное сохранено в черновике.',
    changed: 'Вопросы обновились, пока вы писали',
    changedAdvice: 'Ваш текст на месте. Проверьте отмеченные поля и сдайте предложение ещё раз.',
    taken: 'Предложение принято',
    handedIn: 'Предложение сдано',
    notNeeded: 'Предложение не понадобилось',
    notNeededAdvice: 'Этап засчитан без него, сдавать ничего не нужно.',
    answers: 'Ваше предложение',
  },
  faults: null,
  Task: ProposalTask,
  Review: AnswerReview,
}

/** Writing and handing in a proposal; afterwards its course, its use and its withdrawal. */
export default function MgmtProposalScreen(props: StageScreenProps) {
  return (
    <ProposalPlace value={props}>
      <WorkScreen {...props} look={look} />
      <ProposalUse stageId={props.stageId} />
    </ProposalPlace>
  )
}
