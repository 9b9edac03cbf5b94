import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type KnownStage, movedStage, type Step, stepStage } from '#shared/editing/seasons/stage-order.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { OrderTree } from '#web/platform/ui/OrderTree.tsx'
import { type ListedStage, seasonQuery } from '#web/seasons/console/queries.ts'
import styles from './StageOrder.module.css'

const steps: [Step, string][] = [
  ['up', 'Выше'],
  ['down', 'Ниже'],
  ['in', 'Вложить в группу выше'],
  ['out', 'Вынести из группы'],
]

interface StageOrderProps {
  competition: string
  stages: readonly ListedStage[]
  onClose: () => void
}

type Placed = KnownStage & { title: string }

/** The stages in the order in which participants meet them. */
export function StageOrder({ competition, stages, onClose }: StageOrderProps) {
  const queries = useQueryClient()
  // A refetch must not replace the tree while somebody works on it.
  const [seen, setSeen] = useState(() => placed(stages))
  const [order, setOrder] = useState(seen)
  const [note, setNote] = useState('')
  const changed = wire(order) !== wire(seen)
  const save = useMutation({
    mutationFn: () =>
      api('PUT /admin/competitions/:competition/stages', {
        params: { competition },
        body: { seen: places(seen), order: places(order) },
      }),
    onSuccess: async () => {
      for (const queryKey of [['console', competition], ['stages'], ['tracks']])
        void queries.invalidateQueries({ queryKey })
      showBanner('Порядок этапов изменён', 'success')
      onClose()
    },
  })
  async function reload() {
    const fresh = placed((await queries.fetchQuery({ ...seasonQuery(competition), staleTime: 0 })).stages)
    setSeen(fresh)
    setOrder(fresh)
    save.reset()
  }
  function apply(moved: Placed[] | null, words: string) {
    setNote(moved ? words : 'Так нельзя: этапы вкладываются только в группы, а части остаются в своём этапе')
    if (moved) setOrder(moved)
  }
  return (
    <section className={styles.order} aria-label="Порядок этапов">
      <p className={styles.quiet}>
        Перетащите этап мышью. С клавиатуры: стрелка вправо — к значку перетаскивания, Enter, стрелками выберите место,
        ещё раз Enter. Или откройте меню справа от названия.
      </p>
      <OrderTree<string>
        label="Этапы"
        nodes={treeOf(order, null)}
        onMove={(ids, beside, side) => {
          let moved: Placed[] | null = order
          let to = { place: side, code: beside }
          for (const id of ids) {
            moved = moved && movedStage(moved, id, to)
            to = { place: 'after', code: id }
          }
          apply(moved, '')
        }}
        steps={steps.map(([step, label]) => ({
          label,
          disabled: ({ id }) => stepStage(order, id, step) === null,
          onStep: ({ id, title }) => apply(stepStage(order, id, step), `${quoted(title)}: ${label.toLowerCase()}`),
        }))}
      />
      <p className={styles.quiet} role="status">
        {note}
      </p>
      {isFailure(save.error, 'season_edit_conflict') ? (
        <Notice
          tone="warning"
          role="alert"
          title="Порядок уже изменил другой организатор"
          actions={
            <Button kind="secondary" size="s" onClick={reload}>
              Загрузить новый порядок
            </Button>
          }
        >
          Ваш порядок пока на экране: посмотрите на него и повторите нужное.
        </Notice>
      ) : (
        <FailureNotice error={save.error} />
      )}
      <div className={styles.actions}>
        <Button pending={save.isPending} disabled={!changed} onClick={() => save.mutate()}>
          Сохранить порядок
        </Button>
        <Button kind="secondary" onClick={onClose}>
          Отменить
        </Button>
      </div>
      <LeaveWarning unsaved={() => changed && !save.isSuccess}>Новый порядок этапов не сохранён.</LeaveWarning>
    </section>
  )
}

const placed = (stages: readonly ListedStage[]): Placed[] =>
  stages.map(({ code, parent, type, whole, title }) => ({ code, parent, type, whole, title }))
const places = (stages: readonly Placed[]) => stages.map(({ code, parent }) => ({ code, parent }))
const wire = (stages: readonly Placed[]) => JSON.stringify(places(stages))

interface StageNode {
  id: string
  title: string
  children: StageNode[]
}

const treeOf = (stages: readonly Placed[], parent: string | null): StageNode[] =>
  stages
    .filter((stage) => stage.parent === parent)
    .map(({ code, title }) => ({ id: code, title, children: treeOf(stages, code) }))
