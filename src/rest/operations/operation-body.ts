import type {
  DocumentNode,
  FieldNode,
  GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql'
import { getNullableType, getOperationAST, isListType, isObjectType } from 'graphql'
import { definitionOf, type Fragments, fieldsOf, fragmentsOf, keyOf } from './selection.ts'

/** What an operation's REST answer shows of its data. */
export interface OperationBody {
  /** The keys that lead from the data to the body. */
  path: readonly string[]
  /** The field that is the body. */
  field: GraphQLField<unknown, unknown>
  /** What is selected of it; undefined where it is a value. */
  selection: SelectionSetNode | undefined
  fragments: Fragments
  /** True: the body is a list, and is shown under `items`. */
  isList: boolean
}

/**
 * Which part of an operation's data is the body of its REST answer: its one root field, or where an object is all that
 * is selected of it, that one, and so on further in.
 * @throws Error where the operation has another form than one root field
 */
export function operationBody(schema: GraphQLSchema, document: DocumentNode): OperationBody {
  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) throw new Error('A REST operation is one query or mutation.')
  const fragments = fragmentsOf(schema, document)
  const [field, second] = fieldsOf(operation.selectionSet, fragments)
  if (field === undefined || second !== undefined)
    throw new Error(`${operation.name?.value ?? 'A REST operation'} has one root field.`)
  return innermost(root, field, fragments)
}

function innermost(parent: GraphQLObjectType, node: FieldNode, fragments: Fragments): OperationBody {
  const field = definitionOf(parent, node)
  const selection = node.selectionSet
  const own = getNullableType(field.type)
  const [only, more] = selection ? fieldsOf(selection, fragments) : []
  if (isObjectType(own) && only?.selectionSet && more === undefined) {
    const inner = innermost(own, only, fragments)
    return { ...inner, path: [keyOf(node), ...inner.path] }
  }
  return { path: [keyOf(node)], field, selection, fragments, isList: isListType(own) }
}
