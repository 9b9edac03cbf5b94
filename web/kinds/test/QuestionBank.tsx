import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { FileField } from '#web/platform/ui/FileField.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ListChoice, ListFilters, ListSearch, ListSwitch } from '#web/platform/ui/ListFilters.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { useStageBegun } from '#web/stages/stage-begun.ts'
import { type BankQuestion, type BankSearch, bankQuery, panelPage, useBank } from './panel-queries.ts'
import { QuestionDialog } from './QuestionDialog.tsx'
import styles from './TestPanel.module.css'
import { TestText } from './TestText.tsx'

const found = (count: number): string =>
  count === 0
    ? 'Таких вопросов нет'
    : `${plural(count, 'Найден', 'Найдено', 'Найдено')} ${counted(count, 'вопрос', 'вопроса', 'вопросов')}`

/** The questions of the competition: loaded from a table, searched, changed one by one. */
export function QuestionBank({ place }: { place: StagePanelProps }) {
  const list = useList<BankSearch>('bank', { topic: '', difficulty: '', search: '', retired: false })
  const [edited, setEdited] = useState<BankQuestion | 'new' | null>(null)
  const begun = useStageBegun()
  const bank = useQuery(bankQuery(place.competition, list.asked))
  const { save, retire } = useBank(place)
  return (
    <Panel
      id="bank"
      title="Банк вопросов"
      says={
        bank.data
          ? counted(
              bank.data.stock.reduce((sum, { count }) => sum + count, 0),
              'вопрос',
              'вопроса',
              'вопросов',
            )
          : ''
      }
      open={!begun || bank.data?.stock.length === 0 || edited === 'new'}
      actions={
        <Button kind="secondary" size="s" onClick={() => setEdited('new')}>
          Добавить вопрос
        </Button>
      }
    >
      <div className={styles.part}>
        <LoadQuestions place={place} />
        <div className={styles.row}>
          {(['xlsx', 'json'] as const).map((format) => (
            <Button
              key={format}
              kind="quiet"
              size="s"
              flush
              pending={save.isPending && !save.variables.sample && save.variables.format === format}
              onClick={() => save.mutate({ format, sample: false })}
            >
              Скачать вопросы, {format.toUpperCase()}
            </Button>
          ))}
        </div>
        <FailureNotice error={save.error ?? retire.error} />
        <QueryStates of={[bank]} loading="Загружаем вопросы…" failed="Вопросы не загрузились" lines={6} level={3}>
          {(data) => (
            <>
              <div>
                <Fold
                  heading={
                    <Heading level={3} size={4}>
                      Вопросы
                    </Heading>
                  }
                  title="Вопросы"
                  says={found(data.count)}
                  read
                  name="bank-questions"
                >
                  <div className={styles.part}>
                    <ListFilters>
                      <ListChoice
                        list={list}
                        part="topic"
                        label="Тема"
                        name="bank-topic"
                        all="Все"
                        options={[...new Set(data.stock.map(({ topic }) => topic))].map((topic) => ({
                          value: topic,
                          label: topic,
                        }))}
                      />
                      <ListChoice
                        list={list}
                        part="difficulty"
                        label="Сложность"
                        name="bank-difficulty"
                        all="Любая"
                        options={['1', '2', '3', '4', '5'].map((each) => ({ value: each, label: each }))}
                      />
                      <ListSearch list={list} label="Код или слова из текста" name="bank-text" />
                    </ListFilters>
                    <ListSwitch list={list} part="retired" label="Показать убранные из вариантов" name="bank-retired" />
                    <p role="status">{found(data.count)}</p>
                    <PagedList of={bank} list={list} size={panelPage} label="Страницы вопросов">
                      {() => (
                        <ul className={styles.list}>
                          {data.questions.map((one) => (
                            <li key={one.id}>
                              <p>
                                <Suspense fallback={one.question.text}>
                                  <TestText text={one.question.text} formulas={data.formulas} />
                                </Suspense>
                              </p>
                              <span className={styles.quiet}>
                                <Facts
                                  of={[
                                    one.code,
                                    one.topic,
                                    `сложность ${one.difficulty}`,
                                    `редакция ${one.version}`,
                                    `достался ${counted(one.given, 'участнику', 'участникам', 'участникам')}`,
                                  ]}
                                />
                              </span>
                              <div className={styles.row}>
                                <Button
                                  kind="quiet"
                                  size="s"
                                  flush
                                  aria-label={`Изменить вопрос ${one.code}`}
                                  onClick={() => setEdited(one)}
                                >
                                  Изменить
                                </Button>
                                <Button
                                  kind="quiet"
                                  size="s"
                                  flush
                                  aria-label={`${one.retired ? 'Вернуть' : 'Убрать из вариантов'}: ${one.code}`}
                                  disabled={retire.isPending}
                                  onClick={() => retire.mutate({ id: one.id, retired: !one.retired })}
                                >
                                  {one.retired ? 'Вернуть' : 'Убрать из вариантов'}
                                </Button>
                              </div>
                            </li>
                          ))}
                        </ul>
                      )}
                    </PagedList>
                  </div>
                </Fold>
              </div>
              {edited && (
                <QuestionDialog
                  place={place}
                  question={edited === 'new' ? null : edited}
                  formulas={data.formulas}
                  onClose={() => setEdited(null)}
                />
              )}
            </>
          )}
        </QueryStates>
      </div>
    </Panel>
  )
}

/** Loads a whole table or nothing: every faulty row is named. */
function LoadQuestions({ place }: { place: StagePanelProps }) {
  const { load, save } = useBank(place)
  return (
    <>
      <p className={styles.quiet}>
        Лист «Вопросы»: код, тема, сложность от 1 до 5, вид, текст, варианты, ключ. Вопрос с известным кодом получит
        новую редакцию, остальные добавятся. Формулы пишут между знаками «$».
      </p>
      <div>
        <Button
          kind="quiet"
          size="s"
          flush
          pending={save.isPending}
          onClick={() => save.mutate({ format: 'xlsx', sample: true })}
        >
          Скачать образец таблицы
        </Button>
      </div>
      <FileField
        name="questions-table"
        label="Таблица с вопросами"
        limits="XLSX, CSV или JSON, до 4 МБ."
        accept=".xlsx,.csv,.json"
        required={false}
        value={load.isPending ? [{ id: 'table', name: load.variables?.name ?? '', progress: 0.5 }] : []}
        onAdd={([file]) => file && load.mutate(file)}
        onRemove={() => {}}
        disabled={load.isPending}
      />
      {load.data && (
        <Notice tone="success" role="status">
          Добавлено: {load.data.added}, изменено: {load.data.changed}, без изменений: {load.data.same}
        </Notice>
      )}
      {load.error && (
        <Notice tone="danger" role="alert" title={failureText(load.error)}>
          {isFailure(load.error) && (
            <ul className={styles.faults}>
              {Object.entries(load.error.fields).map(([row, { message }]) => (
                <li key={row}>
                  {row}: {message}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </>
  )
}
