import Download from 'lucide-react/icons/download'
import { proposalsPage } from '#shared/kinds/mgmt_proposal/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import type { List } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import type { Loaded } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MgmtProposalPanel.module.css'
import { type Proposal, type Proposals, useAgencyTable, useShowAnnotations } from './panel-queries.ts'

interface ShortlistProps {
  place: StagePanelProps
  proposals: Loaded<Proposals>
  list: List<object>
  forAgency: number
}

const states: Record<Proposal['state'], string> = {
  check: 'ждёт формальной проверки',
  judging: 'читают эксперты',
  passed: 'прошло этап',
  failed: 'не прошло',
  returned: 'возвращено автору',
  withdrawn: 'отозвано автором',
}

/** The proposals, the best first: which annotations are shown, and the table for an agency. */
export function Shortlist({ place, proposals, list, forAgency }: ShortlistProps) {
  const table = useAgencyTable(place)
  if (proposals.data?.count === 0) return <p className={styles.quiet}>Предложений пока нет</p>
  return (
    <div className={styles.shortlist}>
      <p className={styles.quiet}>
        Публикуют только то, на что согласен автор. Опубликованное —{' '}
        <PortalLink to={`/${place.competition}/annotations`}>на открытой странице</PortalLink>.
      </p>
      <PagedList of={proposals} list={list} size={proposalsPage} label="Страницы предложений">
        {({ works }) => (
          <ul className={styles.works}>
            {works.map((work) => (
              <ProposalLine key={work.work_id} place={place} work={work} />
            ))}
          </ul>
        )}
      </PagedList>
      <div className={styles.agency}>
        <Button
          kind="secondary"
          icon={<Download aria-hidden="true" />}
          disabled={forAgency === 0}
          pending={table.isPending}
          onClick={() => table.mutate(undefined, { onError: (error) => showBanner(failureText(error)) })}
        >
          Таблица для ведомства
        </Button>
        <p className={styles.quiet}>
          {forAgency === 0
            ? 'Прошедших предложений с согласием автора на передачу пока нет.'
            : `В ней ${counted(forAgency, 'предложение', 'предложения', 'предложений')}: прошли этап, и авторы согласны.`}
        </p>
      </div>
    </div>
  )
}

function ProposalLine({ place, work }: { place: StagePanelProps; work: Proposal }) {
  const showing = useShowAnnotations(place)
  const { work_id, name, test_id, topic, state, score, annotation, consents, shown_at } = work
  const allowed = consents.includes('annotation') && state !== 'failed' && state !== 'withdrawn' && state !== 'returned'
  const shown = shown_at !== null
  const facts = [
    idNumber(test_id),
    topic,
    states[state],
    score !== null && `итог ${score}`,
    shown && !allowed && 'скрыто: согласия автора сейчас нет',
    consents.includes('agency') && 'можно передать ведомству',
  ]
  return (
    <li className={styles.work}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p className={styles.quiet}>
        <Facts of={facts} />
      </p>
      {annotation && <p className={styles.annotation}>{annotation}</p>}
      {allowed || shown ? (
        <div>
          <Button
            kind="quiet"
            size="s"
            aria-label={`${shown ? 'Снять с публикации' : 'Опубликовать аннотацию'}: ${name}`}
            pending={showing.isPending}
            onClick={() =>
              showing.mutate(
                { works: [work_id], shown: !shown },
                { onError: (error) => showBanner(failureText(error)) },
              )
            }
          >
            {shown ? 'Снять с публикации' : 'Опубликовать аннотацию'}
          </Button>
        </div>
      ) : (
        <p className={styles.quiet}>Опубликовать нельзя: автор не дал согласия или предложение не рассматривается.</p>
      )}
    </li>
  )
}
