"""One table as each library has it."""

import numpy as np

from tests.helpers.libraries import library


def _pandas(columns):
    return library("pandas").DataFrame(columns)


def _pandas_categories(columns):
    frame = _pandas(columns)
    ends = list(columns)[:2]
    frame = frame.astype(dict.fromkeys(ends, "category"))
    # Categories that no row has are not vertices, and the order of categories is not that of names.
    last = frame[ends[0]].cat
    frame[ends[0]] = last.reorder_categories(list(reversed(last.categories)))
    return frame


def _pandas_nullable(columns):
    return _pandas(columns).convert_dtypes()


def _pandas_filtered(columns):
    """Rows whose index is not 0, 1, 2, ..."""
    doubled = {
        name: [value for value in column for _ in (0, 1)] for name, column in columns.items()
    }
    return _pandas(doubled).iloc[1::2]


def _polars(columns):
    return library("polars").DataFrame(columns)


def _polars_lazy(columns):
    return _polars(columns).lazy()


def _polars_categories(columns):
    polars = library("polars")
    words = [name for name, column in columns.items() if isinstance(column[0], str)]
    return _polars(columns).with_columns(
        polars.col(word).cast(polars.Categorical) for word in words
    )


def _polars_enum(columns):
    polars = library("polars")
    words = {name: column for name, column in columns.items() if isinstance(column[0], str)}
    return _polars(columns).with_columns(
        polars.col(name).cast(polars.Enum([*dict.fromkeys(column), "in no row"]))
        for name, column in words.items()
    )


def _series(columns):
    """A mapping whose columns are those of two libraries."""
    first, *others = columns
    polars, pandas = library("polars"), library("pandas")
    return {
        first: polars.Series(columns[first]),
        **{name: pandas.Series(columns[name]) for name in others},
    }


def _pyarrow(columns):
    return library("pyarrow").table(columns)


def _pyarrow_chunks(columns):
    table = _pyarrow(columns)
    return library("pyarrow").concat_tables([table.slice(0, 1), table.slice(1)])


def _pyarrow_dictionaries(columns):
    pyarrow = library("pyarrow")
    first, second, *others = columns.items()
    ends = {name: pyarrow.array(column).dictionary_encode() for name, column in (first, second)}
    return pyarrow.table({**ends, **dict(others)})


def _record_batch(columns):
    return library("pyarrow").RecordBatch.from_pydict(columns)


def _reader(columns):
    return _pyarrow_chunks(columns).to_reader()


def _dask(columns):
    return library("dask.dataframe").from_pandas(_pandas(columns), npartitions=2)


def _record_array(columns):
    return np.rec.fromarrays([np.array(column) for column in columns.values()], names=list(columns))


TABLES = {
    "mapping": dict,
    "mapping of arrays": lambda columns: {k: np.array(v) for k, v in columns.items()},
    "mapping of series": _series,
    "record array": _record_array,
    "pandas": _pandas,
    "pandas categories": _pandas_categories,
    "pandas nullable": _pandas_nullable,
    "pandas filtered": _pandas_filtered,
    "polars": _polars,
    "polars lazy": _polars_lazy,
    "polars categories": _polars_categories,
    "polars enum": _polars_enum,
    "pyarrow": _pyarrow,
    "pyarrow chunks": _pyarrow_chunks,
    "pyarrow dictionaries": _pyarrow_dictionaries,
    "record batch": _record_batch,
    "reader": _reader,
    "dask": _dask,
}
"""Functions that make a table of a dict of lists, by name."""

FRAMES = {name: TABLES[name] for name in ("pandas", "polars", "pyarrow")}
