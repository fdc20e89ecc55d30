"""The examples on the simulated accelerator, as they are; tests/unit/driver/examples.cpp runs all of them on the oracle."""
from shared import case

# What Capstan does not do yet is refused, and comes here when it does.
ON_CAPSTAN = ["paper/spmv", "paper/sddmm", "paper/mattransmul", "paper/residual", "spmv", "sddmm", "spmm", "pagerank_step", "gcn_layer", "sddmm_spmm"]

CASES = [case(f"the example {name} on capstan", f"run $SOURCE/examples/{name}.sd --print=result", out="right, compared in full") for name in ON_CAPSTAN]
