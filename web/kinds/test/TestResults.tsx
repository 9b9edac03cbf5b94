import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { idNumber, inUnits } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { words } from '#web/platform/ui/words.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { Bars, inRussian } from './Bars.tsx'
import { panelPage, type Results, resultsQuery, useTest } from './panel-queries.ts'
import { RulingDialog } from './RulingDialog.tsx'
import styles from './TestPanel.module.css'
import { type Formulas, TestText } from './TestText.tsx'

/** Results: only organisers see them until they are published in one act. */
export function TestResults({ place }: { place: StagePanelProps }) {
  const list = useList('results', {})
  const [asked, setAsked] = useState(false)
  const results = useQuery(resultsQuery(place, list.asked.page))
  const { publish } = useTest(place)
  return (
    <Panel
      id="results"
      title="Результаты теста"
      says={results.data ? inBrief(results.data) : ''}
      waits={results.data?.unfinished === 0 ? results.data.untold : 0}
      read
    >
      <QueryStates of={[results]} loading="Считаем результаты…" failed="Результаты не загрузились" lines={6} level={3}>
        {(data) =>
          data.scored === 0 ? (
            <p className={styles.quiet}>Результаты появятся, когда кто-нибудь закончит тест.</p>
          ) : (
            <div className={styles.part}>
              <DefinitionList items={summary(data)} />
              {data.untold > 0 && (
                <div>
                  <Button kind="secondary" onClick={() => setAsked(true)}>
                    {data.published_at ? `Объявить новые и исправленные: ${data.untold}` : 'Объявить результаты'}
                  </Button>
                </div>
              )}
              <Bars title="Сколько участников набрали столько баллов" of="Балл" bars={data.distribution} />
              <PagedList of={results} list={list} size={panelPage} label="Страницы результатов">
                {() => (
                  <ol className={styles.list}>
                    {data.people.map(({ test_id, name, rank, score, seconds }) => (
                      <li key={test_id}>
                        <span>
                          {rank}. <bdi>{name}</bdi>, {idNumber(test_id)}: <b>{inRussian(score)}</b>
                        </span>
                        <span className={styles.quiet}>{inUnits(Math.ceil(seconds / 60), 'мин')}</span>
                      </li>
                    ))}
                  </ol>
                )}
              </PagedList>
              <Suspense>
                <Questions place={place} questions={data.questions} formulas={data.formulas} />
              </Suspense>
              {asked && (
                <Confirm
                  title="Объявить результаты?"
                  act="Объявить"
                  send={() => publish.mutateAsync()}
                  onClose={() => setAsked(false)}
                >
                  <p>
                    Результат узнают {counted(data.untold, 'участник', 'участника', 'участников')}. Этап пройден у тех,
                    кто набрал {data.passing} или больше. {words.forever} Ошибку исправляют новым решением.
                  </p>
                  {data.unfinished > 0 && <p>Тест ещё проходят: {data.unfinished}. Их результаты объявляют потом.</p>}
                </Confirm>
              )}
            </div>
          )
        }
      </QueryStates>
    </Panel>
  )
}

const inBrief = ({ scored, passed, untold }: Results): string =>
  scored === 0
    ? 'Тест ещё никто не закончил'
    : `Закончили: ${scored}, прошли: ${passed}${untold > 0 ? `, не объявлены: ${untold}` : ', результаты объявлены'}`

function summary({ scored, unfinished, passing, passed, published_at }: Results) {
  const at = published_at && parseWire(published_at)
  return [
    { term: 'Закончили', value: String(scored) },
    { term: 'Ещё проходят', value: String(unfinished) },
    { term: `Набрали ${passing} или больше`, value: String(passed) },
    { term: 'Результаты', value: at ? `объявлены ${showDateTime(at)}` : 'ещё не объявлены' },
  ]
}

interface QuestionsProps {
  place: StagePanelProps
  questions: Results['questions']
  formulas: Formulas
}

function Questions({ place, questions, formulas }: QuestionsProps) {
  const [ruled, setRuled] = useState<Results['questions'][number] | null>(null)
  return (
    <Disclosure says={`Вопросы, которые достались участникам: ${questions.length}`}>
      <ul className={styles.list}>
        {questions.map((one) => (
          <li key={one.version_id}>
            <span>
              <TestText text={one.question.text} formulas={formulas} />
            </span>
            <span className={styles.quiet}>
              <Facts
                of={[
                  one.code,
                  `редакция ${one.version}`,
                  `достался ${counted(one.given, 'участнику', 'участникам', 'участникам')}`,
                  one.ruling && `${one.ruling.key ? 'ключ исправлен' : 'не учитывается'}: ${one.ruling.reason}`,
                ]}
              />
            </span>
            <div>
              <Button
                kind="quiet"
                size="s"
                flush
                aria-label={`Исправить ключ или не учитывать: ${one.code}`}
                onClick={() => setRuled(one)}
              >
                Исправить
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {ruled && <RulingDialog place={place} question={ruled} formulas={formulas} onClose={() => setRuled(null)} />}
    </Disclosure>
  )
}
