import { useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { TestLetter } from '#web/messages/outbox/TestLetter.tsx'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { SilenceNotice } from '#web/platform/ui/MailWaits.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useNarrow } from '#web/platform/use-media.ts'
import { BeginSeason } from '#web/seasons/console/BeginSeason.tsx'
import { type Duty, dutiesQuery } from '#web/seasons/console/duties.ts'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { coloursOf, lookOf } from '#web/seasons/themes/themes.ts'
import { momentInWords, timeLeft } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { BudgetNotice } from './BudgetNotice.tsx'
import { ConsoleLinks } from './ConsoleLinks.tsx'
import styles from './Duties.module.css'
import { DutyTiles } from './DutyTiles.tsx'
import { waitingWords } from './waiting-words.ts'

/** The home of organisers and editors: what waits in each competition, and its next date. */
export function DutiesPage() {
  const query = useQuery(dutiesQuery)
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Загружаем ваши конкурсы" failed="Не удалось узнать, что вас ждёт" lines={8}>
        {({ competitions, undelivered, budgets, begins, chief }) => (
          <>
            <ColourField as="header" className={styles.head} backdrop={<LookDrawing look="default" />}>
              {begins && competitions.length === 0 ? (
                <>
                  <PageHeading title="Начнём с первого конкурса" size="hero" />
                  <p className={styles.lead}>
                    Портал пуст. Что бы вы ни выбрали, всё можно изменить, пока конкурс не открыт.
                  </p>
                </>
              ) : (
                <>
                  <PageHeading title="Управление" size="hero" />
                  <p className={styles.lead}>{waitingWords(competitions)}</p>
                </>
              )}
            </ColourField>
            <SilenceNotice />
            {undelivered && <UndeliveredNotice {...undelivered} />}
            {budgets.map((budget) => (
              <BudgetNotice key={budget.channel} of={budget} />
            ))}
            {begins && competitions.length === 0 ? (
              <BeginSeason />
            ) : competitions.length === 0 ? (
              <EmptyState title="Конкурсов для вас пока нет">
                Здесь появятся конкурсы, которые вам поручат вести.
              </EmptyState>
            ) : (
              <ul className={styles.competitions} aria-label="Ваши конкурсы">
                {competitions.map((duty) => (
                  <CompetitionDuty key={duty.code} duty={duty} />
                ))}
              </ul>
            )}
            {chief && (
              <Panel title="Портал">
                <div className={styles.portal}>
                  <PortalLink alone to="/admin/rights">
                    Права на портале
                  </PortalLink>
                  <PortalLink alone to="/admin/undelivered">
                    Недоставленные письма
                  </PortalLink>
                  <TestLetter />
                </div>
              </Panel>
            )}
            {begins && competitions.length > 0 && (
              <Panel id="new" title="Новый конкурс" says="Из готового сезона, пустой или из файла" read>
                <BeginSeason />
              </Panel>
            )}
          </>
        )}
      </QueryStates>
    </div>
  )
}

function UndeliveredNotice({ count, since }: { count: number; since: string | null }) {
  return (
    <Notice
      tone="warning"
      title={`Не доставлено: ${counted(count, 'сообщение', 'сообщения', 'сообщений')}`}
      actions={
        <PortalLink alone to="/admin/undelivered">
          Недоставленные письма
        </PortalLink>
      }
    >
      {since && `Самое раннее не доставляется с ${momentInWords(since)}.`}
    </Notice>
  )
}

function CompetitionDuty({ duty }: { duty: Duty }) {
  const { code, title, published, next, rights, season } = duty
  const narrow = useNarrow()
  return (
    <li className={styles.competition}>
      <div className={styles.picture} data-look={coloursOf(duty)} data-decoration aria-hidden="true">
        <LookDrawing look={lookOf(duty)} />
      </div>
      <div className={styles.about}>
        <div className={styles.title}>
          <Heading level={2} size={3}>
            {season ? <PortalLink to={`/admin/${code}`}>{title}</PortalLink> : title}
          </Heading>
          {!published && <StatusBadge look="waiting">Скрыт</StatusBadge>}
        </div>
        <p className={styles.next}>
          <Moments text={next ? nextWords(next) : 'Ближайших дат нет'} />
        </p>
      </div>
      {narrow && <DutyTiles duty={duty} only="waiting" />}
      <Fold onPhone read heading={null} title={`разделы конкурса ${quoted(title)}`} says={inBrief(duty)} name={code}>
        <div className={styles.more}>
          <DutyTiles duty={duty} {...(narrow && { only: 'others' as const })} />
          <ConsoleLinks competition={code} rights={rights} of={title} />
        </div>
      </Fold>
    </li>
  )
}

/** The line about the part that is folded up on a phone. */
const inBrief = ({ people }: Duty): string =>
  people ? `${counted(people.count, 'участник', 'участника', 'участников')}, разделы` : 'Разделы'

function nextWords({ title, at, opens }: NonNullable<Duty['next']>): string {
  const left = timeLeft(at, serverNow().getTime())
  return `${opens ? 'Откроется' : 'Закроется'} ${quoted(title)}: ${momentInWords(at)}${left ? `, через ${left}` : ''}`
}
