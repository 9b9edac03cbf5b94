import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { stagePath } from '#shared/stages/addresses.ts'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageDetails } from './queries.ts'

type NextStage = StageDetails['next']

const statusWords: Record<string, string> = {
  available: 'Этап уже открыт.',
  in_progress: 'Этап уже начат.',
}

/** The server says when it opens, or what it waits for. */
const whenWords = (reason: string | undefined) => (reason ? `${reason}.` : '')

const outcomeWords: Record<string, string> = {
  passed: 'Этап пройден',
  failed: 'Этап не пройден',
  returned: 'Работу вернули на доработку',
}

/** The decision and its reason. Nothing without a decision. */
export function Decision({ decision }: { decision: StageDetails['decision'] }) {
  if (!decision) return null
  const at = parseWire(decision.published_at)
  return (
    <Notice
      tone={decision.outcome === 'passed' ? 'success' : 'warning'}
      title={`${outcomeWords[decision.outcome] ?? 'Решение'}${at ? `, решение от ${showDateTime(at)}` : ''}`}
    >
      {decision.reason && <p>{decision.reason}</p>}
      {decision.next_step && <p>{decision.next_step}</p>}
    </Notice>
  )
}

/** The link from a finished stage to the next one. */
export function NextStageLink({ competition, track, next }: { competition: string; track: string; next: NextStage }) {
  if (!next) return <p>Других этапов для вас сейчас нет. Если что-то изменится, мы сообщим письмом и в уведомлениях.</p>
  const open = next.status === 'available' || next.status === 'in_progress'
  return (
    <>
      <p>
        Дальше — {quoted(next.title)}. <Moments text={statusWords[next.status] ?? whenWords(next.reason)} />
      </p>
      {open && (
        <p>
          <PortalLinkButton to={stagePath(competition, track, next)}>
            Перейти к этапу {quoted(next.title)}
          </PortalLinkButton>
        </p>
      )}
    </>
  )
}
