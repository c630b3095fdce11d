import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'

/** `@cost` of IBM's cost directives: the cost of a field, an argument or a type, as in the printed schema. */
export const COST_DIRECTIVE = new GraphQLDirective({
  name: 'cost',
  description:
    "Cost of a field, an argument or a type, by IBM's cost specification, counted in values of the answer. A field without it costs 1, a scalar too; an object of a type adds the type's. An argument counts if it is given and neither null, 0, false nor empty; of several on one field, the largest counts.",
  locations: [
    DirectiveLocation.FIELD_DEFINITION,
    DirectiveLocation.ARGUMENT_DEFINITION,
    DirectiveLocation.OBJECT,
  ],
  args: {
    weight: { type: new GraphQLNonNull(GraphQLString), description: 'The cost, as a decimal number.' },
  },
})

const names = new GraphQLList(new GraphQLNonNull(GraphQLString))

/** `@listSize` of IBM's cost directives: how often a list's selection counts. */
export const LIST_SIZE_DIRECTIVE = new GraphQLDirective({
  name: 'listSize',
  description:
    "Size of a list, by IBM's cost specification: the selection below the field counts once per row, and once for a list without it. Rows beyond what the caller's tier can get do not count.",
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    assumedSize: {
      type: GraphQLInt,
      description: 'Rows, unless a slicing argument is given; the maximum where other arguments decide.',
    },
    slicingArguments: { type: names, description: 'Arguments whose value is the number of rows.' },
    sizedFields: {
      type: names,
      description:
        'Fields that hold the rows, where the field itself is not a list. The whole selection counts per row.',
    },
    requireOneSlicingArgument: {
      type: GraphQLBoolean,
      defaultValue: true,
      description: 'Whether exactly one slicing argument must be given.',
    },
  },
})
