import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { stagePath } from '#shared/stages/addresses.ts'
import { inviteQuery } from '#web/accounts/invitations/queries.ts'
import { AnyLink } from '#web/platform/navigation/AnyLink.tsx'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { ColourField } from '#web/platform/ui/ColourField.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { type Competition, competitionsQuery, tracksQuery } from '#web/seasons/competitions/queries.ts'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { lookOf } from '#web/seasons/themes/themes.ts'
import { stagesQuery } from '#web/stages/queries.ts'
import { flatten } from '#web/stages/stage.ts'
import styles from './SupporterHome.module.css'

/** The home of a supporter: what is followed, who is supported, and who came at the person's invitation. */
export function SupporterHome({ competition }: { competition: Competition }) {
  const { code, title } = competition
  const { data: competitions = [] } = useQuery(competitionsQuery)
  const tracks = useQuery(tracksQuery(code))
  const invite = useQuery(inviteQuery(code))
  return (
    <div className={styles.page}>
      <ColourField as="header" className={styles.head} backdrop={<LookDrawing look={lookOf(competition)} />}>
        <PageHeading title={title} size="hero" />
        <p className={styles.lead}>Вы сторонник этого конкурса: следите за ним и поддерживаете участников.</p>
      </ColourField>
      <QueryStates
        of={[tracks, invite]}
        loading="Загружаем страницу сторонника"
        failed="Не удалось загрузить страницу сторонника"
        lines={4}
        height="6rem"
      >
        {(all, { invited_by, came, letters }) => (
          <div className={styles.rows}>
            <Row title="За чем вы следите">
              <ul className={styles.list}>
                {competitions
                  .filter(({ door }) => door === 'supporter')
                  .map((each) => (
                    <li key={each.code}>
                      {each.code === code ? (
                        <b>{each.title}</b>
                      ) : (
                        <PortalLink alone to={`/${each.code}`}>
                          {each.title}
                        </PortalLink>
                      )}
                      <span className={styles.note}>{datesOf(each)}</span>
                    </li>
                  ))}
              </ul>
              {all.length > 1 && (
                <p className={styles.note}>Треки: {all.map((track) => `${quoted(track.title)}`).join(', ')}.</p>
              )}
              {competition.links.news && (
                <p>
                  <AnyLink to={competition.links.news} data-alone>
                    Новости конкурса
                  </AnyLink>
                </p>
              )}
              <OwnStages competition={code} track={all[0]?.code ?? ''} />
            </Row>
            <Row title="Кого вы поддерживаете">
              {invited_by ? (
                <p>
                  <b>{invited_by}</b> <span className={styles.note}>Вы пришли по этому приглашению.</span>
                </p>
              ) : (
                <p className={styles.note}>Вы пришли сами, без приглашения участника.</p>
              )}
            </Row>
            <Row title="Приглашения">
              <p>
                {came > 0
                  ? `По вашему приглашению в конкурсе уже ${counted(came, 'человек', 'человека', 'человек')}.`
                  : letters > 0
                    ? `Писем отправлено: ${letters}. Пока никто не пришёл.`
                    : 'Вы ещё никого не приглашали.'}
              </p>
              <p>
                <PortalLinkButton kind="secondary" to={`/${code}/invite`}>
                  {competition.registration_open ? 'Пригласить в конкурс' : 'Кто пришёл'}
                </PortalLinkButton>
              </p>
            </Row>
          </div>
        )}
      </QueryStates>
    </div>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" className={styles.row ?? ''}>
      <Heading level={2} size={3}>
        {title}
      </Heading>
      {children}
    </Card>
  )
}

/** Stages whose condition names supporters; usually there are none. */
function OwnStages({ competition, track }: { competition: string; track: string }) {
  const { data } = useQuery({ ...stagesQuery(competition, track), enabled: track !== '' })
  const own = flatten(data?.stages ?? []).filter(({ type }) => type !== 'registration' && type !== 'group')
  if (own.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Для сторонников">
      {own.map((stage) => (
        <li key={stage.stage_id}>
          <PortalLink to={stagePath(competition, track, stage)}>{stage.title}</PortalLink>
        </li>
      ))}
    </ul>
  )
}

/** «с 01.10.2026 до 30.06.2027»; an unknown date is left out. */
function datesOf({ start_date, end_date }: Competition): string {
  const day = (wire: string | null) => {
    const at = wire === null ? null : parseWire(wire)
    return at && showDate(at)
  }
  const [from, until] = [day(start_date), day(end_date)]
  return [from && `с ${from}`, until && `до ${until}`].filter(Boolean).join(' ')
}
