import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { DisqualifyDialog } from './DisqualifyDialog.tsx'
import { History } from './History.tsx'
import { OtherAccount } from './OtherAccount.tsx'
import { ParticipantStages } from './ParticipantStages.tsx'
import styles from './Participants.module.css'
import { type Participant, participantQuery } from './queries.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { TagsPanel } from './TagsPanel.tsx'
import { ViewDialog } from './ViewDialog.tsx'

/** One participant: personal data, the state at each stage and why, the history, and what an organiser may do. */
export function ParticipantPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const testId = Number(useParams({ from: '/admin/$competition/people/$person' }).person)
  const query = useQuery(participantQuery(competition, testId))
  return (
    <div className={styles.page}>
      <QueryStates
        of={[query]}
        loading="Загружаем участника"
        failed="Участник не загрузился"
        lines={12}
        failure={(error) =>
          (isFailure(error, 'user_not_found') || isFailure(error, 'invalid_request')) && (
            <EmptyState
              kind="found-nothing"
              title="Такого участника в конкурсе нет"
              action={
                <PortalLink alone to={`/admin/${competition}/people`}>
                  Ко всем участникам
                </PortalLink>
              }
            />
          )
        }
      >
        {(participant) => <Found competition={competition} participant={participant} />}
      </QueryStates>
    </div>
  )
}

function Found({ competition, participant }: { competition: string; participant: Participant }) {
  const [asks, setAsks] = useState<'disqualify' | 'restore' | 'view' | null>(null)
  const { disqualification, test_id } = participant
  const whose = { competition, testId: test_id }
  const close = () => setAsks(null)
  return (
    <>
      <header className={styles.head}>
        <ConsoleCrumbs
          competition={competition}
          title={participant.competition_title}
          page={participant.name}
          above={{ title: 'Участники', path: 'people' }}
        />
        <PageHeading title={participant.name} size={2} />
        <p className={styles.quiet}>
          <Facts of={factsOf(participant)} />
        </p>
      </header>
      {disqualification && (
        <Notice tone="warning" title={`Отстранён ${momentOf(disqualification.since)}`}>
          <p>
            Участник читает: {quoted(disqualification.title)}. {disqualification.text}
          </p>
        </Notice>
      )}
      <div className={styles.columns}>
        <ParticipantStages whose={whose} stages={participant.stages} />
        <div className={styles.side}>
          <Panel title="Контакты">
            <DefinitionList
              items={[
                {
                  term: 'Почта',
                  value: `${participant.email}${participant.email_verified ? '' : ' (не подтверждена)'}`,
                },
                { term: 'Телефон', value: participant.phone },
                { term: 'Регион', value: participant.region },
                { term: 'Трек', value: participant.track },
              ]}
            />
          </Panel>
          <Panel title="Глазами участника">
            <p className={styles.quiet}>Тот же портал, что видит участник: без права что-либо изменить и на время.</p>
            <div className={styles.acts}>
              <Button kind="secondary" onClick={() => setAsks('view')}>
                Посмотреть глазами участника
              </Button>
            </div>
          </Panel>
          <TagsPanel whose={whose} tags={participant.tags} />
          <Panel title="Вторая учётная запись">
            <OtherAccount whose={whose} />
          </Panel>
          <Panel title="Участие">
            <p className={styles.quiet}>
              {disqualification
                ? 'Если вернуть участника, он снова увидит этапы и получит уведомление.'
                : 'Отстранённый не может открыть этапы. Он прочитает на странице конкурса ваш текст и получит уведомление.'}
            </p>
            <div className={styles.acts}>
              <PortalLink alone to={`/admin/${competition}/acts`} search={{ person: String(test_id) }}>
                Другие действия с участником
              </PortalLink>
              {disqualification ? (
                <Button kind="secondary" onClick={() => setAsks('restore')}>
                  Вернуть в конкурс
                </Button>
              ) : (
                <Button kind="secondary" onClick={() => setAsks('disqualify')}>
                  Отстранить от конкурса
                </Button>
              )}
            </div>
          </Panel>
          <Panel title="История">
            <History acts={participant.history} />
          </Panel>
        </div>
      </div>
      {asks === 'disqualify' && <DisqualifyDialog whose={whose} name={participant.name} onClose={close} />}
      {asks === 'view' && <ViewDialog whose={whose} onClose={close} />}
      {asks === 'restore' && <RestoreDialog whose={whose} onClose={close} />}
    </>
  )
}

function factsOf({ test_id, supporter, finalist_at, joined_at }: Participant) {
  const joined = parseWire(joined_at)
  return [
    idNumber(test_id),
    finalist_at ? 'финалист' : supporter ? 'сторонник' : 'участник',
    joined && `заявка принята ${showDateTime(joined)}`,
  ]
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
