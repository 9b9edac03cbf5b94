import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { pairsPage } from '#shared/review/similarity/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Failed } from '#web/platform/ui/Failed.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { PairDialog } from './PairDialog.tsx'
import { type Pair, type Pairs, pairsQuery } from './queries.ts'
import styles from './Similarity.module.css'
import { sideInWords } from './side-in-words.ts'

/** Works of a stage that are alike, for its organiser. Nothing for stages whose works are not compared. */
export function SimilarityPanel(place: StagePanelProps) {
  const list = useList('alike', {})
  const [opened, setOpened] = useState<number | null>(null)
  const query = useQuery(pairsQuery(place, list.asked.page))
  const { data, error, refetch } = query
  if (!data)
    return error ? <Failed title="Похожие работы не загрузились" error={error} onRepeat={() => refetch()} /> : null
  return (
    <section id="similarity" className={styles.panel} aria-labelledby="similarity-title">
      <Fold
        heading={
          <Heading level={2} size={3} id="similarity-title">
            Похожие работы
          </Heading>
        }
        title="Похожие работы"
        says={inWords(data)}
        waits={data.interrupted > 0}
        read
        name="similarity"
      >
        <div className={styles.inside}>
          <p className={styles.quiet}>{inWords(data)}</p>
          {data.named > 0 && (
            <p className={styles.quiet}>
              Автора можно узнать по тексту: {counted(data.named, 'работа', 'работы', 'работ')}. Если имена скрыты,
              эксперты этих слов не видят.
            </p>
          )}
          {data.interrupted > 0 && (
            <Notice
              tone="warning"
              title={`Подготовка прервалась: ${counted(data.interrupted, 'работа', 'работы', 'работ')}`}
            >
              Каждую минуту мы повторяем её сами. Авторы знают, что сдавать ещё раз не нужно.
            </Notice>
          )}
          <PagedList of={{ ...query, data }} list={list} size={pairsPage} label="Страницы похожих работ">
            {({ pairs }) => (
              <ul className={styles.pairs}>
                {pairs.map((pair) => (
                  <PairLine key={pair.pair_id} pair={pair} onOpen={() => setOpened(pair.pair_id)} />
                ))}
              </ul>
            )}
          </PagedList>
        </div>
      </Fold>
      {opened !== null && <PairDialog place={place} pair={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

function PairLine({ pair: { percent, sides, same_author }, onOpen }: { pair: Pair; onOpen: () => void }) {
  return (
    <li className={styles.pair}>
      <span className={styles.percent}>{percent} %</span>
      <span className={styles.names}>
        {sides.map((side) => (
          <span key={side.work_id}>{sideInWords(side)}</span>
        ))}
        {same_author && <span className={styles.quiet}>Один и тот же автор</span>}
      </span>
      <Button kind="quiet" size="s" aria-label={`Сравнить: ${sides.map(sideInWords).join(' и ')}`} onClick={onOpen}>
        Сравнить
      </Button>
    </li>
  )
}

function inWords({ threshold, works, compared, count }: Pairs): string {
  if (threshold === 0) return 'Работы этапа не сравнивают: порог в настройках этапа — 0.'
  const done = works === 0 ? 'Работ пока нет' : `Сравнили ${outOf(compared, works)}`
  const found = count === 0 ? 'похожих не нашли' : `похожих пар: ${count}`
  return `${done}, ${found}. Порог — ${threshold} %. Это только пометка: решаете вы.`
}
