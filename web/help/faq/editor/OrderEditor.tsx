import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { maxHelpDepth } from '#shared/help/faq/limits.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { type Help, type HelpNode, helpQuery, renewHelp, useHelpAddress } from '#web/help/faq/queries.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { OrderTree } from '#web/platform/ui/OrderTree.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { moveBeside, moveStep, placesIn, type Step } from './move-article.ts'
import styles from './OrderEditor.module.css'

const steps: [Step, string][] = [
  ['up', 'Выше'],
  ['down', 'Ниже'],
  ['in', 'Вложить в статью выше'],
  ['out', 'Вынести на уровень выше'],
]

/** The tree of articles, put in order by drag and drop (mouse, touch, keyboard) or step by step from a menu. */
export function OrderEditor({ competition }: { competition: string }) {
  const { data: help } = useQuery(helpQuery(competition))
  return help ? <Order key={help.version} competition={competition} help={help} /> : <Skeleton lines={8} />
}

function Order({ competition, help }: { competition: string; help: Help }) {
  const router = useRouter()
  const address = useHelpAddress(competition)
  const client = useQueryClient()
  // A refetch must not replace the tree while the editor works on it.
  const [original, setOriginal] = useState(help)
  const [tree, setTree] = useState<HelpNode[]>(original.articles)
  const [note, setNote] = useState('')
  const changed = JSON.stringify(placesIn(tree)) !== JSON.stringify(placesIn(original.articles))
  const unsaved = useRef(false)
  unsaved.current = changed

  const leave = () => router.navigate({ to: address() })
  const save = useMutation({
    mutationFn: () =>
      api('PUT /admin/faq-articles/order', {
        body: { competition_code: competition, version: original.version, articles: placesIn(tree) },
      }),
    onSuccess: async () => {
      unsaved.current = false
      showBanner('Данные успешно обновлены', 'success')
      await leave()
      await renewHelp(competition)
    },
  })
  async function reload() {
    const fresh = await client.fetchQuery({ ...helpQuery(competition), staleTime: 0 })
    if (fresh.failed) return
    setOriginal(fresh)
    setTree(fresh.articles)
    save.reset()
  }

  function apply(moved: HelpNode[] | null, announcement: string) {
    setNote(moved ? announcement : `Так нельзя: статья не вкладывается в саму себя и глубже ${maxHelpDepth} уровней`)
    if (moved) setTree(moved)
  }

  return (
    <section className={styles.editor} aria-label="Порядок статей">
      <p className={styles.hint}>
        Перетащите статью мышью, а на телефоне — сначала подержав на ней палец. С клавиатуры: стрелка вправо — к значку
        перетаскивания, Enter, стрелками выберите место, ещё раз Enter. Или откройте меню справа от названия.
      </p>
      <OrderTree<number>
        label="Статьи"
        nodes={tree}
        onMove={(ids, beside, side) => {
          // Several dragged articles keep their order: each goes after the one before it.
          let moved: HelpNode[] | null = tree
          let to = { beside, side }
          for (const id of ids) {
            moved = moved && moveBeside(moved, id, to.beside, to.side)
            to = { beside: id, side: 'after' }
          }
          apply(moved, '')
        }}
        steps={steps.map(([step, label]) => ({
          label,
          disabled: ({ id }) => moveStep(tree, id, step) === null,
          onStep: ({ id, title }) => apply(moveStep(tree, id, step), `${quoted(title)}: ${label.toLowerCase()}`),
        }))}
      />
      <p className={styles.note} role="status">
        {note}
      </p>
      {save.isError &&
        (isFailure(save.error, 'faq_changed') ? (
          <Notice
            tone="warning"
            role="alert"
            title="Порядок уже изменил другой редактор"
            actions={
              <Button kind="secondary" size="s" onClick={reload}>
                Загрузить новый порядок
              </Button>
            }
          >
            Ваш порядок пока на экране: посмотрите на него и повторите нужное.
          </Notice>
        ) : (
          <Notice tone="danger" role="alert">
            {failureText(save.error)}
          </Notice>
        ))}
      <div className={styles.actions}>
        <Button pending={save.isPending} disabled={!changed} onClick={() => save.mutate()}>
          Сохранить порядок
        </Button>
        <Button kind="secondary" onClick={leave}>
          Отменить
        </Button>
      </div>
      <LeaveWarning unsaved={() => unsaved.current}>Новый порядок статей не сохранён.</LeaveWarning>
    </section>
  )
}
