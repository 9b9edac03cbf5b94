import { parseSync, Visitor } from 'rolldown/utils'
import { changesOfSql } from './sql-mutations.mjs'

const swapped = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** Calls that count as a link even if they are called on a variable with a query. */
const narrows = /^(?:where|having|for(?:NoKey)?(?:Update|Share)$)/
/** Not removed: without these calls a query is never sent, which is the same as removing the whole call. */
const asks = /^(?:execute|compile|stream|explain)/

/**
 * Every single change of a TypeScript file: its place, the present text and the replacement. `around` is the expression
 * or statement that contains it. `kind` is `block`, `link` or `sql` for parts that are removed as a whole.
 */
export function changesOf(name, text) {
  const changes = []
  const add = ({ start, end }, to, around = { start, end }, kind = 'value') =>
    changes.push({ start, end, from: text.slice(start, end), to, around, kind })
  const words = ({ start, end }) => text.slice(start, end)
  const negate = ({ test }) => test && add(test, `!(${words(test)})`)
  const operator = ({ left, right, operator, start, end }) => {
    if (!(operator in swapped)) return
    // `??` may not be mixed with other operators without brackets.
    if (operator === '??') return add({ start, end }, `((${words(left)}) && (${words(right)}))`)
    const at = left.end + text.slice(left.end, right.start).indexOf(operator)
    add({ start: at, end: at + operator.length }, swapped[operator], { start, end })
  }
  const isCall = (node) =>
    node.type === 'ExpressionStatement' && /^(?:Call|Await)Expression$/.test(node.expression.type)
  /** Removes the body but not its condition: the test of an `if` stays, its consequence is removed. */
  const remove = (node) => {
    const [only, more] = node?.type === 'BlockStatement' ? node.body : [node]
    // Skips an empty body, and a single call, which is removed on its own.
    if (!only || (!more && isCall(only))) return
    add(node, '{}', { ...node, statement: true }, 'block')
  }
  const link = (node) => {
    const { callee } = node
    if (callee.type !== 'MemberExpression' || callee.computed) return
    const { object, property } = callee
    if (object.type !== 'CallExpression' && !narrows.test(property.name)) return
    // No part of `a?.b().c()` can be put in brackets.
    if (asks.test(property.name) || /\?\./.test(words(object))) return
    add({ start: callee.object.end, end: node.end }, '', node, 'link')
  }
  const answer = (node) => node && !/^(?:undefined|null)$/.test(words(node)) && add(node, '(undefined as never)')
  // Names of modules, of properties and of types are not values.
  const fixed = new Set()
  const attributes = new Set()
  new Visitor({
    JSXAttribute: ({ value }) => value && attributes.add(value.start),
    ImportDeclaration: ({ source }) => fixed.add(source.start),
    ExportNamedDeclaration: ({ source }) => source && fixed.add(source.start),
    ImportExpression: ({ source }) => fixed.add(source.start),
    TSLiteralType: ({ literal }) => fixed.add(literal.start),
    Property: ({ key }) => fixed.add(key.start),
    IfStatement: (node) => {
      negate(node)
      remove(node.consequent)
      remove(node.alternate)
    },
    CallExpression: link,
    TaggedTemplateExpression: (node) => {
      if (!/^sql\b/.test(words(node.tag))) return
      for (const { start, end } of changesOfSql(text, node.quasi)) add({ start, end }, '', node, 'sql')
    },
    FunctionDeclaration: ({ body }) => remove(body),
    FunctionExpression: ({ body }) => remove(body),
    ForStatement: ({ body }) => remove(body),
    ForInStatement: ({ body }) => remove(body),
    ForOfStatement: ({ body }) => remove(body),
    CatchClause: ({ body }) => remove(body),
    TryStatement: ({ block, finalizer }) => {
      remove(block)
      remove(finalizer)
    },
    ConditionalExpression: negate,
    WhileStatement: (node) => {
      negate(node)
      remove(node.body)
    },
    BinaryExpression: operator,
    LogicalExpression: operator,
    UnaryExpression: (node) => node.operator === '!' && add(node, words(node.argument)),
    ReturnStatement: ({ argument }) => answer(argument),
    ArrowFunctionExpression: ({ body }) => (body.type === 'BlockStatement' ? remove(body) : answer(body)),
    ExpressionStatement: (node) => isCall(node) && add(node, ';', { ...node, statement: true }),
    ArrayExpression: (node) => node.elements.length > 0 && add(node, '[] as never[]'),
    Literal: (node) => {
      if (fixed.has(node.start)) return
      if (typeof node.value === 'number') add(node, String(node.value + 1))
      if (typeof node.value === 'boolean') add(node, String(!node.value))
      // Russian texts are for people and are checked where they are shown.
      if (typeof node.value === 'string' && !/[а-яё]/i.test(node.value))
        add(node, node.value === '' ? "'changed'" : "''", { ...node, attribute: attributes.has(node.start) })
    },
  }).visit(parseSync(name, text).program)
  return changes.sort((a, b) => a.start - b.start)
}

export const isCode = (name, text) => parseSync(name, text).errors.length === 0

/**
 * The file with all its changes at once: a change is active when `chosen(number)` is true, which is called whenever its
 * code runs.
 */
export function withChoices(text, changes, chosen) {
  const marks = changes.flatMap(({ around, start, end, to, number }) => {
    const changed = text.slice(around.start, start) + to + text.slice(end, around.end)
    const [open, close] = around.statement
      ? [`{ if (!${chosen}(${number})) { `, ' } }']
      : [`(${chosen}(${number}) ? (${changed}) : (`, '))']
    const width = around.end - around.start
    const [opened, closed] = around.attribute ? [`{${open}`, `${close}}`] : [open, close]
    return [
      { at: around.start, opens: true, width, number, mark: opened },
      { at: around.end, opens: false, width, number, mark: closed },
    ]
  })
  // Marks that open first close last.
  const nested = (a, b) =>
    a.opens ? b.width - a.width || a.number - b.number : a.width - b.width || b.number - a.number
  marks.sort((a, b) => a.at - b.at || a.opens - b.opens || nested(a, b))
  let at = 0
  const pieces = marks.map((each) => {
    const piece = text.slice(at, each.at) + each.mark
    at = each.at
    return piece
  })
  return pieces.join('') + text.slice(at)
}
