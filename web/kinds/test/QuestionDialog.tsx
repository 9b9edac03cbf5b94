import { useState } from 'react'
import { emptyRow, questionKinds, type Row, readRows, rowsOf } from '#shared/kinds/test/question-row.ts'
import { imageMaxBytes } from '#shared/platform/files/limits.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type BankQuestion, useBank } from './panel-queries.ts'
import { QuestionFields } from './QuestionFields.tsx'
import { QuestionPreview } from './QuestionPreview.tsx'
import styles from './TestPanel.module.css'
import type { Formulas } from './TestText.tsx'

interface QuestionDialogProps {
  place: StagePanelProps
  /** Null: a new one. */
  question: BankQuestion | null
  /** Drawn by the server for the saved question. */
  formulas: Formulas
  onClose: () => void
}

const difficulties = ['1', '2', '3', '4', '5'].map((each) => ({ value: each, label: each }))

/** A question is edited as the rows of a table: the same words and the same checks. */
export function QuestionDialog({ place, question, formulas, onClose }: QuestionDialogProps) {
  const [rows, setRows] = useState<Row[]>(() =>
    question
      ? rowsOf(question).map((row) => ({ ...emptyRow, ...row }))
      : [{ ...emptyRow, Сложность: '1', Вид: 'один вариант' }],
  )
  const [faults, setFaults] = useState<readonly string[]>([])
  const [shown, setShown] = useState(false)
  const { add, mend } = useBank(place)
  const [whole = emptyRow, ...parts] = rows
  const put = (at: number, change: Partial<Row>) =>
    setRows((all) => all.with(at, { ...(all[at] ?? emptyRow), ...change }))
  const code = whole.Код
  const failure = add.error ?? mend.error

  /** The question that the rows describe; null with its faults shown. */
  function read() {
    const marked = rows.map((row, at) => ({
      row: { ...row, Кейс: at === 0 ? '' : code },
      place: at === 0 ? '' : `Часть ${at}: `,
    }))
    const found = readRows(marked)
    const wrong = found.flatMap((one) => one.faults.map((fault) => `${one.place}${fault}`))
    setFaults(wrong)
    return wrong.length === 0 ? (found[0]?.listed ?? null) : null
  }

  async function save() {
    const listed = read()
    if (!listed) return
    const { code: named, ...body } = listed
    try {
      if (question) await mend.mutateAsync({ ...body, id: question.id, version: question.version })
      else await add.mutateAsync({ ...body, code: named })
      onClose()
    } catch (error) {
      if (isFailure(error)) setFaults(Object.values(error.fields).map(({ message }) => message))
    }
  }

  return (
    <Dialog
      title={question ? `Вопрос ${question.code}` : 'Новый вопрос'}
      isOpen
      size="l"
      onClose={onClose}
      actions={
        <>
          <Button pending={add.isPending || mend.isPending} onClick={save}>
            Сохранить
          </Button>
          <Button kind="secondary" onClick={() => setShown(read() !== null)}>
            Посмотреть, как увидит участник
          </Button>
        </>
      }
    >
      <div className={styles.part}>
        {(faults.length > 0 || failure) && (
          <Notice tone="danger" role="alert" title={failure ? failureText(failure) : 'Вопрос заполнен не полностью'}>
            <ul className={styles.faults}>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Notice>
        )}
        {question && question.given > 0 && (
          <p className={styles.quiet}>
            Вопрос уже достался участникам: они останутся при своей редакции. Ключ для них исправляют в результатах.
          </p>
        )}
        <div className={styles.row}>
          <TextField
            label="Код"
            name="question-code"
            value={whole.Код}
            disabled={question !== null}
            onChange={(text) => put(0, { Код: text })}
          />
          <TextField
            label="Тема"
            name="question-topic"
            value={whole.Тема}
            onChange={(text) => put(0, { Тема: text })}
          />
          <Select
            label="Сложность"
            name="question-difficulty"
            value={whole.Сложность}
            options={difficulties}
            onChange={(value) => put(0, { Сложность: value })}
          />
        </div>
        <QuestionFields
          name="question"
          row={whole}
          kinds={Object.keys(questionKinds)}
          maxBytes={imageMaxBytes}
          onChange={(change) => put(0, change)}
        />
        {whole.Вид === 'кейс' && (
          <>
            {parts.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name and are never reordered
              <fieldset key={at} className={styles.block}>
                <legend>Вопрос {at + 1} к тексту</legend>
                <QuestionFields
                  name={`part-${at}`}
                  row={part}
                  kinds={Object.keys(questionKinds).filter((kind) => kind !== 'кейс')}
                  maxBytes={imageMaxBytes}
                  onChange={(change) => put(at + 1, change)}
                />
                <div>
                  <Button kind="quiet" size="s" flush onClick={() => setRows((all) => all.toSpliced(at + 1, 1))}>
                    Удалить вопрос {at + 1}
                  </Button>
                </div>
              </fieldset>
            ))}
            <div>
              <Button
                kind="quiet"
                size="s"
                flush
                onClick={() => setRows((all) => [...all, { ...emptyRow, Вид: 'один вариант' }])}
              >
                Добавить вопрос к тексту
              </Button>
            </div>
          </>
        )}
        {shown && <QuestionPreview competition={place.competition} rows={rows} formulas={formulas} />}
      </div>
    </Dialog>
  )
}
