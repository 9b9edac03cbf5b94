import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UsePurpose } from '#shared/kinds/mgmt_proposal/routes.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './MgmtProposal.module.css'
import { type OwnProposal, ownProposalQuery, useUseConsent, useWithdrawal } from './queries.ts'

const words: Record<UsePurpose, { label: string; hint: string }> = {
  annotation: {
    label: 'Аннотацию можно опубликовать',
    hint: 'На открытой странице конкурса, без вашего имени. Отзовёте согласие — она исчезнет сразу.',
  },
  agency: {
    label: 'Предложение можно передать ведомству',
    hint: 'Целиком и с вашим именем, если оно пройдёт этап. Отозвать можно, пока его не передали.',
  },
}

/** The uses of the handed-in proposal, each with a consent of its own, and the withdrawal of the proposal. */
export function ProposalUse({ stageId }: { stageId: number }) {
  const { data } = useQuery(ownProposalQuery(stageId))
  if (!data?.handed_in) return null
  return (
    <Card as="section" className={styles.use} aria-labelledby="proposal-use">
      <Heading level={2} size={3} id="proposal-use">
        Как использовать ваше предложение
      </Heading>
      <p>Решаете вы. На проверку и оценку эти согласия не влияют.</p>
      <Consents stageId={stageId} own={data} />
      {data.may_withdraw && <Withdrawal stageId={stageId} />}
      {data.why_not !== '' && <p className={styles.quiet}>{data.why_not}.</p>}
    </Card>
  )
}

function Consents({ stageId, own }: { stageId: number; own: OwnProposal }) {
  const saving = useUseConsent(stageId)
  return (
    <div className={styles.consents}>
      {own.consents.map(({ purpose, given_at }) => {
        const { label, hint } = words[purpose]
        const mine = saving.variables?.purpose === purpose
        const since = given_at === null ? null : parseWire(given_at)
        const facts = [
          hint,
          since && `Вы согласились ${showDateTime(since)}.`,
          purpose === 'annotation' && own.annotation_shown && 'Сейчас аннотация опубликована.',
        ]
        return (
          <Checkbox
            key={purpose}
            name={`use-${purpose}`}
            setting
            label={label}
            hint={facts.filter(Boolean).join(' ')}
            error={mine && saving.error ? failureText(saving.error) : null}
            value={mine && saving.isPending ? saving.variables.given : since !== null}
            onChange={(given) => !saving.isPending && saving.mutate({ purpose, given })}
          />
        )
      })}
    </div>
  )
}

function Withdrawal({ stageId }: { stageId: number }) {
  const [asking, setAsking] = useState(false)
  const withdrawing = useWithdrawal(stageId)
  return (
    <>
      <div>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          Отозвать предложение
        </Button>
      </div>
      {asking && (
        <Confirm
          title="Отозвать предложение?"
          act="Отозвать"
          danger
          send={() => withdrawing.mutateAsync()}
          onDone={() => showBanner('Предложение отозвано', 'success')}
          onClose={() => setAsking(false)}
        >
          <p>
            Его перестанут проверять, а место в теме освободится. Текст останется у вас: пока этап открыт, его можно
            сдать снова.
          </p>
        </Confirm>
      )}
    </>
  )
}
