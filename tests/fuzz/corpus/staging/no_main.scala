@spatial class A extends SpatialTest { }
