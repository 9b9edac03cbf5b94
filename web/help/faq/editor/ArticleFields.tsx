import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { maxHelpDepth, maxTitleLength } from '#shared/help/faq/limits.ts'
import { inReadingOrder } from '#shared/help/faq/tree.ts'
import { aliasPattern, maxAliasLength } from '#shared/platform/text/alias.ts'
import { numbered } from '#shared/platform/text/unbroken.ts'
import { DraftStatus } from '#web/forms/drafts/DraftStatus.tsx'
import type { DraftKeeper, DraftState } from '#web/forms/drafts/draft-keeper.ts'
import { type ArticlePage, articleQuery, helpQuery, renewHelp, useHelpAddress } from '#web/help/faq/queries.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { SafeHtml } from '#web/platform/html/SafeHtml.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { LeaveWarning } from '#web/platform/navigation/LeaveWarning.tsx'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import styles from './ArticleFields.module.css'
import { type ArticleDraft, draftOf, sameWords, withTitle } from './article-draft.ts'
import { DeleteArticle } from './DeleteArticle.tsx'
import { RichText } from './RichText.tsx'
import { TheirText } from './TheirText.tsx'

interface ArticleFieldsProps {
  competition: string
  article: ArticlePage | null
  initial: ArticleDraft
  /** The number of the request whose answer became the text. */
  answered: number | null
  /** The text comes from this browser's storage and not from the server. */
  restored: boolean
  keeper: DraftKeeper
  draftState: DraftState
}

/** The fields of an article: title, place, address, text and visibility. */
export function ArticleFields({
  competition,
  article,
  initial,
  answered,
  restored,
  keeper,
  draftState,
}: ArticleFieldsProps) {
  const router = useRouter()
  const client = useQueryClient()
  const { data: help } = useQuery(helpQuery(competition))
  const textLabel = useId()
  const [draft, setDraft] = useState(initial)
  const address = useHelpAddress(competition)
  const [begun, setBegun] = useState(initial.text)
  const [fromBrowser, setFromBrowser] = useState(restored)
  const [preview, setPreview] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const unsaved = useRef(restored)

  function change(next: ArticleDraft) {
    setDraft(next)
    unsaved.current = !sameWords(next, draftOf(article))
    keeper.change(next)
  }

  const save = useMutation({
    mutationFn: async (over: number | undefined) => {
      const { version, ...words } = { ...draft, title: draft.title.trim() }
      if (!article) return api('POST /admin/faq-articles', { body: { competition_code: competition, ...words } })
      const { parent_id, ...rest } = words
      return api('PUT /admin/faq-articles/:id', {
        params: { id: article.id },
        body: {
          ...rest,
          ...(parent_id === article.parent_id ? {} : { parent_id }),
          version: over ?? version,
        },
      })
    },
    onSuccess: async ({ path }) => {
      unsaved.current = false
      await keeper.finish()
      showBanner('Данные успешно обновлены', 'success')
      if (article) client.removeQueries({ queryKey: articleQuery(competition, article.path).queryKey })
      await renewHelp(competition)
      await router.navigate({ to: address(path) })
    },
    onError: (error) => {
      if (isFailure(error)) setFaults(Object.fromEntries(Object.entries(error.fields).map(([k, v]) => [k, v.message])))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found: Record<string, string> = {}
    if (draft.title.trim() === '') found.title = 'Обязательное поле'
    if (!new RegExp(aliasPattern).test(draft.alias)) found.alias = 'Только латинские буквы, цифры и дефисы между ними'
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) document.getElementById(`field-${first}`)?.focus()
    else save.mutate(undefined)
  }

  async function forgetDraft() {
    const fresh = draftOf(article)
    unsaved.current = false
    setDraft(fresh)
    setBegun(fresh.text)
    setFromBrowser(false)
    keeper.change(fresh)
  }

  const leave = () => router.navigate({ to: address(article?.path) })
  return (
    <form className={styles.page} onSubmit={submit} noValidate>
      <PageHeading title={article ? 'Изменить статью' : 'Новая статья'} />
      {answered !== null && (
        <Notice title={`Здесь ваш ответ на обращение ${numbered(answered)}`}>
          Статью прочитают все: уберите имена и то, что касалось одного человека.
        </Notice>
      )}
      {fromBrowser && (
        <Notice
          title="Вы уже начинали писать"
          actions={
            <Button kind="secondary" size="s" onClick={forgetDraft}>
              {article ? 'Взять сохранённую статью' : 'Начать заново'}
            </Button>
          }
        >
          Мы открыли ваш черновик из этого браузера.
          {article && initial.version !== article.version && ' Пока он лежал, статью сохранил другой редактор.'}
        </Notice>
      )}
      <div className={styles.fields}>
        <TextField
          label="Название"
          name="title"
          value={draft.title}
          onChange={(title) => change(withTitle(draft, title))}
          error={faults.title}
          maxLength={maxTitleLength}
        />
        <Select
          label="Где лежит"
          name="parent"
          value={String(draft.parent_id ?? 0)}
          onChange={(value) => change({ ...draft, parent_id: Number(value) || null })}
          options={[
            { value: '0', label: 'На верхнем уровне' },
            ...inReadingOrder(help?.articles ?? [])
              .filter(({ id, parents }) => id !== article?.id && parents.every((parent) => parent.id !== article?.id))
              .filter(({ parents }) => parents.length < maxHelpDepth - 1)
              .map(({ id, title, parents }) => ({ value: String(id), label: '— '.repeat(parents.length) + title })),
          ]}
        />
        <TextField
          label="Адрес"
          name="alias"
          value={draft.alias}
          onChange={(alias) => change({ ...draft, alias: alias.toLowerCase().trim() })}
          error={faults.alias}
          maxLength={maxAliasLength}
          spellCheck={false}
          hint="Последняя часть адреса страницы. Прежние ссылки продолжат работать"
        />
      </div>
      <div className={styles.text}>
        <div className={styles.textHead}>
          <span id={textLabel} className={styles.label}>
            Текст
          </span>
          <Button kind="quiet" size="s" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {preview ? 'Вернуться к тексту' : 'Как увидят участники'}
          </Button>
        </div>
        {preview && (
          <div className={styles.preview}>{draft.text ? <SafeHtml html={draft.text} /> : <p>Текста пока нет.</p>}</div>
        )}
        <div hidden={preview}>
          <RichText
            competition={competition}
            labelId={textLabel}
            initial={begun}
            onChange={(text) => change({ ...draft, text })}
          />
        </div>
      </div>
      <RadioGroup
        label="Кто видит"
        name="published"
        value={draft.published ? 'all' : 'editors'}
        onChange={(value) => change({ ...draft, published: value === 'all' })}
        options={[
          { value: 'all', label: 'Все участники' },
          { value: 'editors', label: 'Только редакторы', hint: 'Черновик. Вложенные статьи тоже не видны участникам' },
        ]}
      />
      {save.isError &&
        (isFailure(save.error, 'faq_article_changed') && article ? (
          <TheirText
            competition={competition}
            path={article.path}
            onSaveOver={(version) => save.mutate(version)}
            pending={save.isPending}
          />
        ) : (
          <Notice tone="danger" role="alert">
            {failureText(save.error)}
          </Notice>
        ))}
      <div className={styles.actions}>
        <Button type="submit" pending={save.isPending}>
          Сохранить
        </Button>
        <Button kind="secondary" onClick={leave}>
          Отменить
        </Button>
        <DraftStatus state={draftState} />
        {article && (
          <DeleteArticle
            competition={competition}
            article={article}
            onDeleted={async () => {
              unsaved.current = false
              await keeper.finish()
            }}
          />
        )}
      </div>
      <LeaveWarning unsaved={() => unsaved.current}>
        Статья не сохранена. Черновик останется в этом браузере, вы сможете вернуться к нему.
      </LeaveWarning>
    </form>
  )
}
