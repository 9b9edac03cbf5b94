import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import type { Season } from '#web/seasons/console/queries.ts'
import styles from './ConsolePage.module.css'

/** Shows or hides the whole competition. */
export function useOpening(competition: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (published: boolean) =>
      api('PUT /admin/competitions/:competition/opening', { params: { competition }, body: { published } }),
    onSuccess: (_, published) => {
      for (const queryKey of [['console', competition], ['competitions'], ['duties']])
        void queries.invalidateQueries({ queryKey })
      showBanner(published ? 'Конкурс открыт для всех' : 'Конкурс скрыт', 'success')
    },
  })
}

/** A competition that only organisers see: what holds its opening back, and the button that opens it. */
export function Opening({ competition, season }: { competition: string; season: Season }) {
  const [asked, setAsked] = useState(false)
  const opening = useOpening(competition)
  const reds = redsOf(season)
  const blocks = reds.filter(({ by }) => by === null)
  const later = reds.length - blocks.length
  const left = season.copied?.look.length ?? 0
  return (
    <Panel title="Конкурс скрыт">
      <div className={styles.opening}>
        {blocks.length === 0 ? (
          <p>
            {left > 0
              ? `Открыть конкурс можно, но не всё в нём исправлено и перечитано: ниже ${plural(left, 'остался', 'осталось', 'осталось')} ${counted(left, 'пункт', 'пункта', 'пунктов')}.`
              : 'Всё готово: после открытия конкурс увидят все.'}
          </p>
        ) : (
          <p>Открыть конкурс мешает: {counted(blocks.length, 'пункт', 'пункта', 'пунктов')} ниже отмечены красным.</p>
        )}
        {later > 0 && (
          <p>
            Открыть конкурс не мешает, но понадобится к своим этапам: {counted(later, 'пункт', 'пункта', 'пунктов')}{' '}
            ниже стоят со сроком.
          </p>
        )}
        <div>
          <Button disabled={blocks.length > 0} onClick={() => setAsked(true)}>
            Открыть конкурс
          </Button>
        </div>
        {season.copied && <Copied competition={competition} copied={season.copied} />}
      </div>
      {asked && (
        <Confirm
          title="Открыть конкурс?"
          act="Открыть"
          send={() => opening.mutateAsync(true)}
          onClose={() => setAsked(false)}
        >
          <p>{quoted(season.title)} сразу появится в списке конкурсов и у всех, кто в нём участвует.</p>
        </Confirm>
      )}
    </Panel>
  )
}

/** What is red in the season itself and in the stages that participants will see. */
const redsOf = ({ checklist, stages }: Season) =>
  [...checklist, ...stages.flatMap((stage) => (stage.published ? stage.checklist : []))].filter(
    ({ level }) => level === 'red',
  )

/** What was copied from another season, and what was not. */
function Copied({ competition, copied }: { competition: string; copied: NonNullable<Season['copied']> }) {
  const counts = (rows: { what: string; count: number }[]) => (
    <ul className={styles.counts}>
      {rows.map(({ what, count }) => (
        <li key={what}>
          {what}: {count}
        </li>
      ))}
    </ul>
  )
  const { from, template, days, shifted } = copied
  return (
    <section aria-labelledby="copied" className={styles.copied}>
      <h3 id="copied">
        {template ? 'Взято из готового сезона' : 'Скопировано с сезона'} {quoted(from)}
      </h3>
      <div className={styles.thirds}>
        <div>
          <h4>Перенесено</h4>
          {counts(copied.copied)}
          <p>
            {days === 0
              ? `Поставлено: ${counted(shifted, 'дата', 'даты', 'дат')}`
              : `Сдвинуто ${counted(shifted, 'дата', 'даты', 'дат')} на ${counted(days, 'день', 'дня', 'дней')}`}
          </p>
        </div>
        <div>
          <h4>Не перенесено</h4>
          {copied.left_out.length > 0 ? counts(copied.left_out) : <p>Перенесено всё</p>}
        </div>
        <div>
          <h4>Исправьте и перечитайте</h4>
          <Left competition={competition} copied={copied} />
        </div>
      </div>
    </section>
  )
}

/** The remarks that are left. One whose cause is corrected disappears by itself, others are marked as read. */
function Left({
  competition,
  copied: { look, done, read },
}: {
  competition: string
  copied: NonNullable<Season['copied']>
}) {
  const queries = useQueryClient()
  const reading = useMutation({
    mutationFn: (body: { key: string; read: boolean }) =>
      api('POST /admin/competitions/:competition/look', { params: { competition }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['console', competition] }),
  })
  const link = ({ stage, text }: { stage: string | null; text: string }) => (
    <PortalLink to={stage === null ? `/admin/${competition}/season` : `/admin/${competition}/stages/${stage}`}>
      {text}
    </PortalLink>
  )
  const turn = (words: string, { text, ...mark }: { key: string; text: string; read: boolean }) => (
    <Button
      kind="secondary"
      size="s"
      aria-label={`${words}: ${text}`}
      pending={reading.isPending && reading.variables.key === mark.key}
      onClick={() => reading.mutate(mark)}
    >
      {words}
    </Button>
  )
  const settled = done > 0 ? `Исправлено и перечитано: ${done}` : ''
  return (
    <>
      <p role="status">
        {look.length > 0
          ? [`Осталось: ${look.length}`, settled].filter(Boolean).join('. ')
          : settled
            ? `${settled}. Больше ничего не осталось`
            : 'Исправлять и перечитывать нечего'}
      </p>
      <FailureNotice error={reading.error} />
      <ul className={styles.left}>
        {look.map(({ key, stage, text, by_hand }) => (
          <li key={key}>
            {link({ stage, text })}
            {by_hand && turn('Перечитано', { key, text, read: true })}
          </li>
        ))}
      </ul>
      {read.length > 0 && (
        <details className={styles.read}>
          <summary>Перечитано и оставлено: {read.length}</summary>
          <ul className={styles.left}>
            {read.map(({ key, stage, text }) => (
              <li key={key}>
                {link({ stage, text })}
                {turn('Вернуть', { key, text, read: false })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
