import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { type ReactNode, useEffect, useRef } from 'react'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { trackPath } from '#shared/stages/addresses.ts'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { download } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { useCompetition } from '#web/seasons/competitions/queries.ts'
import type { StageDetails } from '#web/stages/queries.ts'
import { NextStageLink } from '#web/stages/StageOutcome.tsx'
import styles from './Receipt.module.css'

interface ReceiptProps {
  competition: string
  track: string
  stage: StageDetails
  title: string
  /** Just handed in: the receipt takes the focus and is read out. */
  fresh?: boolean
}

/**
 * The proof of a hand-in: number, time, decision, next stage, and a copy to print or download. On paper it also says
 * whose it is. Nothing without a hand-in.
 */
export function Receipt({ competition, track, stage, title, fresh = false }: ReceiptProps) {
  const { receipt, decision, next, stage_id } = stage
  const { data: profile } = useQuery(profileQuery)
  const competitionTitle = useCompetition()?.title
  const saving = useMutation({
    mutationFn: () => download('GET /user/stages/:stage_id/receipt', { params: { stage_id } }),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const number = receipt?.number

  useEffect(() => {
    if (!fresh || number === undefined) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [fresh, number])

  if (!receipt) return null
  const at = parseWire(receipt.handed_in_at)
  const decided = decision?.outcome === 'passed' ? decision : null
  const decidedAt = decided && parseWire(decided.published_at)
  // Below a refusal it only documents the hand-in and shows no success.
  const isRefused = decision?.outcome === 'failed'
  return (
    <Card as="section" className={isRefused ? styles.paperOnly : styles.receipt} aria-labelledby="receipt-title">
      {!isRefused && (
        <svg className={styles.seal} viewBox="0 0 64 64" fill="none" aria-hidden="true" data-decoration>
          <circle cx="32" cy="32" r="30" />
          <path d="m19 33 9 9 18-20" />
        </svg>
      )}
      <div className={styles.words}>
        <Heading level={2} size={2} id="receipt-title" ref={heading} tabIndex={-1}>
          {isRefused ? 'Квитанция о сдаче' : title}
        </Heading>
        <dl className={styles.facts}>
          <OnPaper term="Конкурс">{competitionTitle}</OnPaper>
          <OnPaper term="Участник">
            <bdi>{profile?.fio}</bdi>
          </OnPaper>
          <OnPaper term="ID">{profile?.id}</OnPaper>
          <div>
            <dt>Номер квитанции</dt>
            <dd>{receipt.number}</dd>
          </div>
          <div>
            <dt>Дата и время (Москва)</dt>
            <dd>{at ? showDateTime(at) : receipt.handed_in_at}</dd>
          </div>
          {receipt.by_system && (
            <div>
              <dt>Кем сдано</dt>
              <dd>Системой, когда вышло время</dd>
            </div>
          )}
          {receipt.revision > 1 && (
            <div>
              <dt>Редакция</dt>
              <dd>{receipt.revision}</dd>
            </div>
          )}
          {decidedAt && (
            <div>
              <dt>Этап пройден, решение от</dt>
              <dd>
                <Moments text={showDateTime(decidedAt)} />
              </dd>
            </div>
          )}
        </dl>
        <div className={styles.next}>
          {decided?.reason && <p>{decided.reason}</p>}
          {decided?.next_step && <p>{decided.next_step}</p>}
          <NextStageLink competition={competition} track={track} next={next} />
        </div>
        <div className={styles.actions}>
          <Button
            kind="secondary"
            size="s"
            icon={<Download aria-hidden="true" />}
            pending={saving.isPending}
            onClick={() => saving.mutate()}
          >
            Скачать квитанцию
          </Button>
          <Button kind="secondary" size="s" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Распечатать
          </Button>
          <PortalLinkButton kind="quiet" size="s" to={trackPath(competition, track)}>
            Ко всем этапам
          </PortalLinkButton>
        </div>
        {saving.error && (
          <Notice tone="danger" role="alert">
            {failureText(saving.error)}
          </Notice>
        )}
      </div>
    </Card>
  )
}

/** A fact that the person in front of the screen knows, and the reader of the paper does not. */
function OnPaper({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.paper}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
