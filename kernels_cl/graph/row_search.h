// Find the row of an entry, by bisection of the offsets. With empty rows several offsets are equal;
// the row that holds the entry is the last row that begins at it or before it.

// For an entry with offsets[low] <= entry < offsets[high].
inline int row_between(__global const OFFSET *restrict offsets, int low, int high, const long entry)
{
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (offsets[middle] <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}
