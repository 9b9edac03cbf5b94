import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type FormField, type FormSchema, fieldsOf, textOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { conditionInWords, namedAround } from '#shared/seasons/forms/condition-words.ts'
import {
  changedField,
  type FormPlace,
  fieldOf,
  moved,
  namesIn,
  renamedSection,
  stepped,
  withField,
  withoutSection,
  withSection,
} from '#shared/seasons/forms/edit-form.ts'
import { viewTitles } from '#shared/seasons/forms/field-form.ts'
import { formFaults, formFaultsInWords } from '#shared/seasons/forms/form-faults.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Disclosure } from '#web/platform/ui/Disclosure.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { OrderTree } from '#web/platform/ui/OrderTree.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { SaveState } from '#web/platform/ui/SaveState.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { DictionariesDialog } from './DictionariesDialog.tsx'
import { FieldDialog } from './FieldDialog.tsx'
import styles from './FormBuilder.module.css'
import { FormPreview } from './FormPreview.tsx'
import { PublishForm } from './PublishForm.tsx'
import { dictionariesQuery, type EditedForm, formQuery, type KnownDictionary } from './queries.ts'
import { useFormDraft } from './use-form-draft.ts'

/** The questions of a stage: an organiser builds, previews and publishes them. */
export default function FormBuilder(place: StagePanelProps) {
  const form = useQuery(formQuery(place))
  const known = useQuery(dictionariesQuery(place.competition))
  return (
    <Panel
      id="questions"
      title="Вопросы анкеты"
      says={form.data ? formInBrief(form.data) : ''}
      open={form.data !== undefined && wanted(form.data)}
    >
      <QueryStates
        of={[form, known]}
        loading="Загружаем вопросы…"
        failed="Вопросы не загрузились"
        height="12rem"
        level={3}
      >
        {(edited, { dictionaries }) => (
          <Builder key={`${place.competition}/${place.code}`} place={place} edited={edited} known={dictionaries} />
        )}
      </QueryStates>
    </Panel>
  )
}

/** Whether the form is still being built: nobody has answered yet, or changes wait to be published. */
const wanted = ({ published, changes, answers: { drafts, handed_in } }: EditedForm): boolean =>
  published === null || changes.length > 0 || drafts + handed_in === 0

/** «3 раздела, 12 вопросов, участники видят редакцию 2» */
function formInBrief({ form, published }: EditedForm): string {
  const sections = counted(form.sections.length, 'раздел', 'раздела', 'разделов')
  const questions = counted(fieldsOf(form as FormSchema).length, 'вопрос', 'вопроса', 'вопросов')
  return `${sections}, ${questions}, ${published ? `участники видят редакцию ${published.version}` : 'участникам ещё не показаны'}`
}

interface BuilderProps {
  place: StagePanelProps
  edited: EditedForm
  known: readonly KnownDictionary[]
}

/** What is open above the form. */
type Open =
  | { what: 'field'; place: { field: string; child?: string }; field: FormField }
  | { what: 'new'; into: { section: string } | { group: string }; after?: FormPlace }
  | { what: 'section'; code: string | null; title: string; hint: string }
  | { what: 'preview' | 'dictionaries' | 'publish' }

function Builder({ place, edited, known }: BuilderProps) {
  const draft = useFormDraft(place, edited)
  const { form } = draft
  const [open, setOpen] = useState<Open | null>(null)
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const close = () => setOpen(null)
  const { dictionaries, changes } = edited
  const last = form.sections.at(-1)
  const waits = changes.length > 0 || draft.unsaved
  const empty = fieldsOf(form).length === 0

  /** Makes a change unless it brings new faults; returns them in words. */
  function take(next: FormSchema | null, words: string): string | null {
    setNote('')
    setRefusal(null)
    if (next === null) {
      setNote('Так нельзя: вопрос остаётся в разделе, а вопросы блока — в своём блоке')
      return null
    }
    const faults = formFaults(next)
    const before = formFaults(form)
    const fresh = Object.fromEntries(
      Object.entries(faults).filter(([path, { message }]) => before[path]?.message !== message),
    )
    if (Object.keys(fresh).length > 0) return formFaultsInWords(next, fresh).join('. ')
    draft.change(next)
    setNote(words)
    return null
  }
  const apply = (next: FormSchema | null, words: string) => setRefusal(take(next, words))

  async function publish(answers: 'keep' | 'reopen' | null) {
    const done = await draft.publish(answers)
    if (done === 'asked') setOpen({ what: 'publish' })
    if (done === 'published' && answers === null) afterPublishing()
    return done === 'published'
  }
  function afterPublishing() {
    showBanner('Анкета опубликована', 'success')
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[data-try]')?.focus())
  }

  const nodes = form.sections.map((section) => ({
    id: `section:${section.code}`,
    title: section.title || 'Раздел без названия',
    note: section.fields.length === 0 ? 'Раздел, вопросов пока нет' : 'Раздел',
    children: section.fields.map((field) => ({
      id: `field:${field.name}`,
      title: field.label,
      note: noteOf(form, field, null, dictionaries),
      children: (field.fields ?? []).map((child) => ({
        id: `child:${field.name}:${child.name}`,
        title: child.label,
        note: noteOf(form, child, field, dictionaries),
        children: [],
      })),
    })),
  }))

  function openPlace(id: string) {
    const what = placeOf(id)
    if ('section' in what) {
      const {
        code,
        title,
        hint = '',
      } = form.sections.find((each) => each.code === what.section) ?? { code: '', title: '' }
      return setOpen({ what: 'section', code, title, hint })
    }
    const field = foundAt(form, what)
    if (field) setOpen({ what: 'field', place: what, field })
  }

  function addBeside(id: string) {
    const what = placeOf(id)
    if ('section' in what) return setOpen({ what: 'new', into: { section: what.section } })
    if ('child' in what) return setOpen({ what: 'new', into: { group: what.field }, after: what })
    const section = form.sections.find(({ fields }) => fields.some(({ name }) => name === what.field))
    if (section) setOpen({ what: 'new', into: { section: section.code }, after: what })
  }

  function remove(id: string, title: string) {
    const what = placeOf(id)
    const next = 'section' in what ? withoutSection(form, what.section) : changedField(form, what, null)
    apply(next, `${quoted(title)}: убрано`)
  }

  return (
    <div ref={box} className={styles.builder}>
      <LeaveWarning unsaved={() => draft.unsaved && !draft.saving}>Правки анкеты не сохранены.</LeaveWarning>
      <p className={styles.quiet}>
        {edited.published
          ? `Сейчас участники видят редакцию ${edited.published.version}${momentOf(edited.published_at)}. `
          : 'Участники увидят вопросы, когда вы опубликуете анкету. '}
        Правки сохраняются сами. Вопрос можно перетащить мышью или переставить из его меню.
      </p>
      {draft.other && <Met draft={draft} other={draft.other} />}
      {draft.failure !== null && open?.what !== 'publish' && (
        <>
          <FailureNotice error={draft.failure} />
          {draft.unsaved && (
            <div>
              <Button kind="secondary" size="s" pending={draft.saving} onClick={() => void draft.save()}>
                Сохранить ещё раз
              </Button>
            </div>
          )}
        </>
      )}
      {refusal !== null && (
        <Notice tone="danger" role="alert" title="Так анкету не сохранить">
          {refusal}
        </Notice>
      )}
      {form.sections.length === 0 ? (
        <p>Вопросов пока нет. Начните с раздела: например, «О себе».</p>
      ) : (
        <div className={styles.tree}>
          <OrderTree<string>
            label="Разделы и вопросы"
            nodes={nodes}
            onOpen={({ id }) => openPlace(id)}
            onMove={(ids, beside, side) => {
              let next: FormSchema | null = form
              for (const id of ids) next = next && moved(next, placeOf(id), placeOf(beside), side)
              apply(next, 'Порядок изменён')
            }}
            steps={[
              { label: 'Изменить', disabled: () => false, onStep: ({ id }) => openPlace(id) },
              { label: 'Добавить вопрос', disabled: () => false, onStep: ({ id }) => addBeside(id) },
              {
                label: 'Добавить вопрос в блок',
                disabled: ({ id }) => !isGroup(form, id),
                onStep: ({ id }) => {
                  const what = placeOf(id)
                  if ('field' in what) setOpen({ what: 'new', into: { group: what.field } })
                },
              },
              ...(['up', 'down'] as const).map((by) => ({
                label: by === 'up' ? 'Выше' : 'Ниже',
                disabled: ({ id }: { id: string }) => stepped(form, placeOf(id), by) === null,
                onStep: ({ id, title }: { id: string; title: string }) =>
                  apply(stepped(form, placeOf(id), by), `${quoted(title)}: ${by === 'up' ? 'выше' : 'ниже'}`),
              })),
              { label: 'Убрать', disabled: () => false, onStep: ({ id, title }) => remove(id, title) },
            ]}
          />
        </div>
      )}
      <div className={styles.row}>
        {last && (
          <Button kind="secondary" onClick={() => setOpen({ what: 'new', into: { section: last.code } })}>
            Добавить вопрос
          </Button>
        )}
        <Button kind="secondary" onClick={() => setOpen({ what: 'section', code: null, title: '', hint: '' })}>
          Добавить раздел
        </Button>
        <Button kind="quiet" onClick={() => setOpen({ what: 'dictionaries' })}>
          Справочники
        </Button>
        <Button kind="quiet" data-try disabled={empty} onClick={() => setOpen({ what: 'preview' })}>
          Попробовать заполнить
        </Button>
      </div>
      <p className={styles.quiet} role="status">
        {note}
      </p>
      {changes.length > 0 && (
        <Disclosure
          className={styles.changes}
          says={`Не опубликовано: ${counted(changes.length, 'правка', 'правки', 'правок')}`}
        >
          <ul className={styles.list}>
            {changes.map(({ field, label, words }) => (
              <li key={`${field} ${label} ${words}`}>
                {field === '' ? label : `${quoted(label)}`}: {words}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <div className={styles.row}>
        <Button disabled={!waits || empty} pending={draft.publishing} onClick={() => void publish(null)}>
          Показать участникам
        </Button>
        {waits && !draft.saving && (
          <Button kind="quiet" onClick={() => void draft.drop()}>
            Сбросить правки анкеты
          </Button>
        )}
        <SaveState
          state={draft.saving ? 'saving' : draft.unsaved ? 'failed' : edited.saved_at ? 'saved' : 'idle'}
          savedAt={edited.saved_at && parseWire(edited.saved_at)}
        />
      </div>
      {open?.what === 'field' && (
        <FieldDialog
          key={JSON.stringify(open.place)}
          field={open.field}
          inside={open.place.child !== undefined}
          named={isPublished(edited, open.place)}
          others={othersOf(form, open.place)}
          taken={without(namesIn(form, open.place.child === undefined ? null : open.place.field), open.field.name)}
          known={known}
          dictionaries={dictionaries}
          onClose={close}
          onSave={(field) => {
            const refused = take(changedField(form, open.place, field), `${quoted(field.label)}: изменено`)
            if (refused === null) close()
            return refused
          }}
        />
      )}
      {open?.what === 'new' && (
        <FieldDialog
          field={null}
          inside={'group' in open.into}
          named={false}
          others={othersOf(form, 'group' in open.into ? { field: open.into.group, child: '' } : { field: '' })}
          taken={namesIn(form, 'group' in open.into ? open.into.group : null)}
          known={known}
          dictionaries={dictionaries}
          onClose={close}
          onSave={(field) => {
            const added = withField(form, open.into, field)
            const here = 'group' in open.into ? { field: open.into.group, child: field.name } : { field: field.name }
            const next = open.after ? moved(added, here, open.after, 'after') : added
            const refused = take(next, `${quoted(field.label)}: добавлено`)
            if (refused === null) close()
            return refused
          }}
        />
      )}
      {open?.what === 'section' && (
        <FormDialog
          title={open.code === null ? 'Новый раздел' : 'Раздел'}
          form={sectionForm}
          answer={{ title: open.title, hint: open.hint }}
          act={open.code === null ? 'Добавить раздел' : 'Готово'}
          send={async (answer) => ({ title: textOf(answer.title), hint: textOf(answer.hint) })}
          onDone={(words) =>
            apply(
              open.code === null ? withSection(form, words) : renamedSection(form, open.code, words),
              `Раздел ${quoted(words.title)}: ${open.code === null ? 'добавлен' : 'изменён'}`,
            )
          }
          onClose={close}
        />
      )}
      {open?.what === 'preview' && <FormPreview form={form} dictionaries={dictionaries} onClose={close} />}
      {open?.what === 'dictionaries' && (
        <DictionariesDialog competition={place.competition} known={known} onClose={close} />
      )}
      {open?.what === 'publish' && (
        <PublishForm
          edited={edited}
          failure={draft.failure}
          onPublish={publish}
          onDone={afterPublishing}
          onClose={close}
        />
      )}
    </div>
  )
}

/** What another organiser has saved meanwhile, beside the edits on this page: both are shown, and nothing is lost. */
function Met({
  draft,
  other,
}: {
  draft: ReturnType<typeof useFormDraft>
  other: NonNullable<ReturnType<typeof useFormDraft>['other']>
}) {
  const { form } = draft
  return (
    <Notice tone="warning" role="alert" title="Пока вы правили, другой организатор сохранил свои правки">
      {other.theirs.length > 0 && (
        <p>
          Его правки, которых вы не касались, уже в анкете: {other.theirs.map((label) => quoted(label)).join(', ')}.
        </p>
      )}
      {other.clashes.length > 0 && (
        <>
          <p>Это изменили вы оба. Выберите, что останется:</p>
          <ul className={styles.parts}>
            {other.clashes.map(({ name, label, saved }) => (
              <li key={name} className={styles.clash}>
                <span>
                  {quoted(label)}. У вас: {inBrief(fieldOf(form, name))}. Сохранено: {inBrief(saved ?? undefined)}
                </span>
                <Button
                  kind="secondary"
                  size="s"
                  aria-label={`Взять сохранённое: ${label}`}
                  disabled={JSON.stringify(fieldOf(form, name) ?? null) === JSON.stringify(saved)}
                  onClick={() => draft.change(changedField(form, { field: name }, saved))}
                >
                  Взять сохранённое
                </Button>
              </li>
            ))}
          </ul>
          {draft.unsaved && (
            <Button kind="secondary" size="s" pending={draft.saving} onClick={() => void draft.save()}>
              Оставить моё и сохранить
            </Button>
          )}
        </>
      )}
    </Notice>
  )
}

const inBrief = (field: FormField | undefined) =>
  field ? `${quoted(field.label)}, ${viewTitles[field.view].toLowerCase()}` : 'вопрос убран'

const sectionForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'section',
      title: '',
      fields: [
        { name: 'title', label: 'Название', view: 'text', validation_rules: { required: true, max_length: 300 } },
        { name: 'hint', label: 'Пояснение', view: 'textarea', validation_rules: { max_length: 2000 } },
      ],
    },
  ],
}

function placeOf(id: string): FormPlace {
  const [what, name = '', child = ''] = id.split(':')
  if (what === 'section') return { section: name }
  return what === 'child' ? { field: name, child } : { field: name }
}

function foundAt(form: FormSchema, what: { field: string; child?: string }): FormField | undefined {
  const field = fieldOf(form, what.field)
  return what.child === undefined ? field : field?.fields?.find(({ name }) => name === what.child)
}

const isGroup = (form: FormSchema, id: string): boolean => {
  const what = placeOf(id)
  return 'field' in what && !('child' in what) && fieldOf(form, what.field)?.view === 'group'
}

/** The questions that a condition may refer to: those of its row first, then those of the form. */
function othersOf(form: FormSchema, place: { field: string; child?: string }): FormField[] {
  const top = fieldsOf(form).filter(({ name }) => name !== place.field)
  if (place.child === undefined) return top
  const row = (fieldOf(form, place.field)?.fields ?? []).filter(({ name }) => name !== place.child)
  return [...row, ...top.filter(({ name }) => !row.some((each) => each.name === name))]
}

const isPublished = ({ published }: EditedForm, place: { field: string; child?: string }): boolean =>
  published !== null && foundAt(published, place) !== undefined

const without = (names: ReadonlySet<string>, name: string) => new Set([...names].filter((each) => each !== name))

/** «Число, обязательно; показать, если …» */
function noteOf(form: FormSchema, field: FormField, group: FormField | null, dictionaries: EditedForm['dictionaries']) {
  const traits = [
    viewTitles[field.view],
    ...(field.validation_rules?.required ? ['обязательно'] : []),
    ...(field.hidden ? ['скрыт'] : field.disabled ? ['не спрашивается'] : []),
    ...(field.special ? ['особая категория'] : []),
    ...(field.employer ? ['место работы'] : []),
    ...(field.keep_days ? [`хранится ${counted(field.keep_days, 'день', 'дня', 'дней')}`] : []),
  ].join(', ')
  if (!field.visible_when) return traits
  return `${traits}; показать, если ${conditionInWords(field.visible_when, namedAround(form, group), dictionaries)}`
}

function momentOf(wire: string | null): string {
  const moment = wire && parseWire(wire)
  return moment ? `, опубликованную ${showDateTime(moment)}` : ''
}
