import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocalDraft } from '#web/forms/drafts/use-local-draft.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import check from '#web/review/checking/Check.module.css'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import { GridFields } from './GridFields.tsx'
import { givenFor, missingIn } from './grid.ts'
import styles from './Observations.module.css'
import { type Observation, observationsQuery, sendAgreed } from './queries.ts'

/** The marks that the observers agree on when they meet. It begins with the marks on which all agree already. */
export function AgreedGrid({ observation, onChanged }: { observation: Observation; onChanged: () => void }) {
  const draft = useLocalDraft(`agreed/${observation.observation_id}/${observation.agreed.revision}`)
  if (draft.opened === undefined) return <Skeleton lines={10} height="6rem" label="Открываем оценки" />
  return <Agreeing observation={observation} onChanged={onChanged} draft={draft} opened={draft.opened} />
}

interface AgreeingProps {
  observation: Observation
  onChanged: () => void
  draft: ReturnType<typeof useLocalDraft>
  opened: Readonly<Record<string, unknown>>
}

function Agreeing({ observation, onChanged, draft, opened }: AgreeingProps) {
  const { observation_id: id, agreed } = observation
  const queries = useQueryClient()
  const [marks, setMarks] = useState<Record<string, number>>(() => ({
    ...unanimous(observation),
    ...agreed.marks,
    ...(opened as Record<string, number>),
  }))
  const [asked, setAsked] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      await sendAgreed(id, { marks, revision: agreed.revision })
      await draft.keeper.finish()
    },
    onSuccess: () => {
      showBanner('Согласованные оценки сохранены', 'success')
      void queries.invalidateQueries({ queryKey: observationsQuery.queryKey, exact: true })
      onChanged()
    },
    onError: (error: { code?: string }) => {
      if (['team_marks_final', 'observation_not_found'].includes(error.code ?? '')) onChanged()
    },
  })
  const missing = missingIn(observation, marks)
  return (
    <section className={styles.form} aria-labelledby="agreed">
      <Heading level={2} size={3} id="agreed">
        Согласованные оценки
      </Heading>
      <p className={check.quiet}>
        {agreed.at ? (
          <Moments text={`Записано ${momentInWords(agreed.at)}: ${agreed.by}. До итогов этапа можно изменить.`} />
        ) : (
          'Обсудите вместе и запишите общее решение. Оценки каждого наблюдателя останутся рядом.'
        )}
      </p>
      <GridFields
        id="agreed"
        observation={observation}
        marks={marks}
        missing={new Set(asked ? missing : [])}
        hint={(name) => {
          const { given, apart } = givenFor(observation, name)
          return given.length === 0 ? null : (
            <span className={styles.given} data-apart={apart || undefined}>
              Поставили: {given.join(', ')}
              {apart && ' — разошлись'}
            </span>
          )
        }}
        onMark={(name, mark) => {
          const next = { ...marks, [name]: mark }
          setMarks(next)
          draft.keeper.change(next)
        }}
      />
      <FailureNotice error={saving.error} />
      <div className={check.actions}>
        <Button
          pending={saving.isPending}
          pendingText="Сохраняем…"
          onClick={() => {
            setAsked(true)
            if (missing.length === 0) saving.mutate()
          }}
        >
          Сохранить согласованные оценки
        </Button>
      </div>
      {asked && missing.length > 0 && (
        <p role="alert" className={check.quiet}>
          Осталось поставить оценок: {missing.length}
        </p>
      )}
    </section>
  )
}

/** The marks that all observers have given alike: they need no discussion. */
function unanimous(observation: Observation): Record<string, number> {
  const names = missingIn(observation, {})
  return Object.fromEntries(
    names.flatMap((name) => {
      const { given } = givenFor(observation, name)
      const [first] = given
      const same = first !== undefined && given.length === observation.originals.length
      return same && given.every((mark) => mark === first) ? [[name, first]] : []
    }),
  )
}
